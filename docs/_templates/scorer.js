// As Sphinx has them, but a heading that has the question comes before the pages that have its words.
var Scorer = {
  score: ([, , , , score, , kind]) => (kind === "title" ? 1000 + score : score),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
