"""A season: matches are chosen, played and put into the log, for as long as there are any.

A planned match is in the store before it is played, and leaves the queue in the same transaction in
which its result enters the log. So after a kill at any moment the next season begins with the rest
of the queue, and a match that was played twice counts once.

A match on its way is a job (`ladder.season.jobs`). The season decides which is next, has it
played and its record proved, and tells the job what has come of it.

Checks, and what authors have asked for, share its places with those (`ladder.queue.places`).

A match that is void ends no season as long as others can be played. A bot that is in one void after
the other plays a match alone with the sample bots before it plays others again.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from random import Random
from typing import Final, TypeVar

from arena.errors import CannotPlay, HostFailure, Unavailable, UserError
from arena.runner.referee_process import GamePlayed, MatchPlayed, MatchVoid
from ladder.log.proof import Proof, count_waits
from ladder.machine.pulse import count_cpus
from ladder.matches import Player
from ladder.matchmaking.formats import Format
from ladder.queue.places import Work, WorkTurns
from ladder.queue.plans import Queue, Queued, make_match_plan
from ladder.queue.quarantine import make_trial_plan
from ladder.queue.requests import find_obstacle
from ladder.rerating import Rater
from ladder.season.broadcast import Broadcast
from ladder.season.due import DueActs
from ladder.season.executor import Executor, ExecutorEvent, Notice
from ladder.season.jobs import (
    PAUSE,
    CheckBegun,
    CheckOver,
    GameOver,
    Logged,
    MatchBegun,
    MatchJob,
    RatedMatch,
    RequestedMatch,
    RequestedReview,
    SeasonContext,
    Tell,
    TrialMatch,
    fault_in_plan,
)
from ladder.season.prover import Prover
from ladder.season.reviewer import Reviewer
from ladder.store.database import Away
from ladder.store.locks import SeasonTaken
from ladder.store.store import Store
from ladder.submissions.files import open_samples
from ladder.submissions.intake import Check, Intake

JobT = TypeVar("JobT", bound=MatchJob)
# How many of the matches that are left are told when no other can be played.
_TOLD: Final = 5
# How often a season looks at a record that is being proved, in seconds.
_PROOF_PAUSE: Final = 0.02


@dataclass(eq=False)
class Season:
    """Plays a ladder's matches. Only one runs on a ladder at a time."""

    store: Store
    executor: Executor
    choose: Format
    _: KW_ONLY
    rng: Random
    prover: Prover = field(default_factory=Prover)
    intake: Intake | None = None
    rater: Rater | None = None
    reviewer: Reviewer = field(default_factory=Reviewer)
    due: DueActs | None = None
    now: Callable[[], float] = time.monotonic
    pause: float = PAUSE

    def __post_init__(self) -> None:
        self._context = SeasonContext(self.store, self.executor, self.now, self.pause)
        self._jobs: dict[str, MatchJob] = {}
        self._turns = WorkTurns()
        self._broadcast = Broadcast(self.store, self.executor.examine)
        self._enough = False
        self._waits = False

    def run(self, most: int | None, may_plan: Callable[[], bool], tell: Tell) -> None:
        """Play what is in the queue, and plan more as long as that is allowed and there is any.

        No other may be run at the same time. Ends after `most` matches, if that is said. `tell` has
        each event before the season goes on; an error of its own ends the season.
        One that checks uploads waits for bots where too few are here, unless the ladder is frozen.
        HostFailure if nothing is left but matches that are void again and again, or that cannot be
        begun; SeasonTaken if another season has begun while the database was away. Nothing is lost
        then.
        """
        context = self._context
        context.tell = tell
        self._stop("the season was killed")
        context.queue = Queue(self.store.queue())
        for planned in context.queue.waiting():
            context.state.plan(planned.plan)
        try:
            with (
                self._broadcast,
                self.executor,
                self.prover,
                self.intake or nullcontext(),
                self.rater or nullcontext(),
                self.reviewer,
            ):
                self._rate_rest()
                context.drop_who_left()
                context.update_quarantine()
                self._play(most, may_plan)
        finally:
            # If the database is away the next season does it, and one that goes on has done it.
            with suppress(Away, SeasonTaken):
                self._stop("the season was stopped")

    def _stop(self, reason: str) -> None:
        self.store.renew_lock()
        self.store.stop(reason)

    @property
    def playing(self) -> Sequence[MatchJob]:
        """The matches in play."""
        return [*self._jobs.values()]

    @property
    def waiting(self) -> int:
        """How many planned matches wait to be played, of those that are not being played."""
        return len(self._context.queue.waiting())

    @property
    def is_over(self) -> bool:
        """Whether its format had nothing more to play when it ended."""
        return not self._enough and not self._jobs

    def shortages(self) -> Iterator[str]:
        """Say in a sentence each what cannot be played, and why."""
        yield from self._context.state.shortages()
        yield from self._context.quarantine.sentences()

    def _play(self, most: int | None, may_plan: Callable[[], bool]) -> None:
        while True:
            self._carry_out()
            self._end_checks()
            self._fill(most, may_plan)
            waited, self._waits = self._waits, self._lacks_bots()
            if self._waits and not waited:
                self._context.tell(
                    Notice("Too few bots are here for a match; the season waits for more.")
                )
            if not self._jobs and not self._awaits_check and not self._waits:
                self._check_end()
                return
            proving = any(job.played for job in self._jobs.values())
            pause = min(self.pause, _PROOF_PAUSE) if proving else self.pause
            for name, event in self._context.wait(pause):
                self._take(name, event)
            for name, proof in self.prover.take():
                self._finish(self._end(name), proof)
            self._finish_reviews()
            self._rate_rest()
            self._broadcast.tell()

    def _lacks_bots(self) -> bool:
        """Say whether too few bots have come in for any match, and more may come in."""
        opened, roster = self._context.state.opened, self._context.state.roster
        fewest = min(seats for division in opened.divisions for seats in division.seats)
        may_come = self.intake is not None and not (self._enough or roster.frozen)
        return may_come and len(roster.listed()) < fewest

    def _carry_out(self) -> None:
        """Do what was planned for now. A final begins when this season is over."""
        if self.due is not None:
            for entry in self._context.retry(self.due.tend):
                self._context.tell(Logged(entry))

    def _rate_rest(self) -> None:
        """Have ratings be made again beside the season, where a ruling has changed what counts."""
        with suppress(Away):
            if self.rater is not None:
                self.rater.tend()
            self._context.state.renew_ratings(self.store)

    # --- what goes on at once ---

    def _end_checks(self) -> None:
        """Tell of the checks that are over."""
        if (intake := self.intake) is None:
            return
        for check in intake.ended():
            upload = self._context.retry(partial(intake.finish, check))
            self._turns.end(Work.CHECKS, check.seconds)
            self._context.tell(CheckOver(upload, check.seconds))

    def _begin_check(self) -> bool:
        """Have the next upload be checked; say whether there is one."""
        begun = self._context.retry(self.intake.begin) if self.intake else None
        if begun is not None:
            self._turns.begin(Work.CHECKS)
            self._context.tell(CheckBegun(begun))
        return begun is not None

    @property
    def _checks(self) -> list[Check]:
        """The checks that go on."""
        return self.intake.running if self.intake else []

    @property
    def _awaits_check(self) -> bool:
        """Whether the season has to wait for a check."""
        resting = self.intake is not None and self.intake.resting and not self._enough
        return resting or bool(self._checks)

    @property
    def _running(self) -> list[tuple[Work, float]]:
        """All that holds a place, with its seconds so far."""
        checks = [(Work.CHECKS, check.seconds) for check in self._checks if self.executor.is_here]
        # While records wait to be proved, so does what is next: with hundreds of places a season
        # would begin matches all the time, and hardly end any.
        is_behind = self.prover.is_behind
        jobs = [job for job in self._jobs.values() if is_behind or not job.played]
        jobs = [job for job in jobs if self._needs_place(job)]
        return checks + [(job.work, job.elapsed) for job in jobs]

    def _needs_place(self, job: MatchJob) -> bool:
        """Say whether a job holds a place: a review, which gives way to all else, none of many."""
        # The places are not counted for each of hundreds of matches.
        return not isinstance(job, RequestedReview) or self.executor.slots == 1

    def _fill(self, most: int | None, may_plan: Callable[[], bool]) -> None:
        """Begin what waits, as long as there is a place for it."""
        self._enough = self._context.state.roster.paused or not may_plan()
        waiting = {*Work}
        while work := self._turns.next(self.executor.slots, self._running, waiting):
            if most == self._context.queue.results + len(self._of_kind(RatedMatch)):
                self._enough = True
                return
            if not self._begin(work):
                waiting.remove(work)
        self._turns.rest(self._running, waiting)
        if self._enough:
            return
        if not self.executor.is_here:
            while len(self._checks) < count_cpus() and self._begin_check():
                pass
        if not waiting and not self._jobs and (trial := self._next_last_trial()):
            self._start(trial)

    def _begin(self, work: Work) -> bool:
        """Begin the next of a kind; say whether there is one.

        Planned matches are played in any case, with the trials that these need.
        """
        if work is Work.CHECKS:
            return self.executor.is_here and not self._enough and self._begin_check()
        job = self._next_match() if work is Work.MATCHES else self._next_beside()
        if job is None:
            return False
        if not isinstance(job, TrialMatch):  # A trial that is due waits for no turn of others.
            self._turns.begin(work)
        self._start(job)
        return True

    def _of_kind(self, kind: type[JobT]) -> list[JobT]:
        return [job for job in self._jobs.values() if isinstance(job, kind)]

    # --- what is next ---

    def _next_beside(self) -> MatchJob | None:
        """Return a trial that is due, or what was asked for; None if there is neither."""
        trial = self._next_trial(idle=False)
        return trial if trial or self._enough else self._next_requested()

    def _next_last_trial(self) -> MatchJob | None:
        """Return a trial of an ever wider group, where nothing else can be played."""
        job = self._next_trial(idle=True)
        if job is None:
            self._context.quarantine.widen()
            self._context.update_quarantine()
            job = self._next_trial(idle=True)
        return job

    def _next_trial(self, *, idle: bool) -> MatchJob | None:
        context = self._context
        player = context.quarantine.next(context.queue.played, idle=idle)
        if player is None:
            return None
        playing = [job.planned for job in self._jobs.values() if isinstance(job, RatedMatch)]
        theirs = [one for one in [*context.queue.waiting(), *playing] if player in one.players]
        model = max(theirs, key=lambda one: one.voids)
        return TrialMatch(context, player, make_trial_plan(model.plan, player, open_samples()))

    def _next_requested(self) -> MatchJob | None:
        """Return a match that was asked for and can be begun, or a review if none is made."""
        context = self._context
        ask = partial(context.requests.next, reviews=not self._of_kind(RequestedReview))
        while found := context.retry(ask):
            context.catch_up()
            roster = context.state.roster
            if roster.paused:
                return None
            request, plan = found
            if request.reviewed is not None:
                return RequestedReview(context, request, plan)
            job = RequestedMatch(context, request, plan)
            obstacle = (
                find_obstacle(roster, request.players)
                or (request.old and find_obstacle(roster, [request.old]))
                or fault_in_plan(plan)
            )
            if not obstacle:
                return job
            job.requeue(obstacle)
        return None

    def _next_match(self) -> MatchJob | None:
        """Return a match of the queue, or a new one, or of the rest one that may be tried."""
        queue = self._context.queue
        planned = queue.take()
        if planned is None and not self._enough:
            planned = self._plan_another([queue.held])
        if planned is None and not self._jobs:
            planned = queue.take_resting()
            if planned is None and not self._enough:
                planned = self._plan_another(queue.held_but_one())
            planned = planned or queue.take_put_off()
        return None if planned is None else RatedMatch(self._context, planned)

    def _plan_another(self, choices: Sequence[frozenset[Player]]) -> Queued | None:
        """Plan a match in which none of the first of these plays, or else none of the next."""
        context, state = self._context, self._context.state
        while True:
            # Bots come and go while others play.
            context.catch_up()
            if state.roster.paused:
                self._enough = True
                return None
            playing = [job.waits for job in self._jobs.values()]
            over = context.waits.within_day(context.now())
            charged = state.roster.charge([over, *playing])
            fields = (state.field(held, charged) for held in choices)
            chosen = (self.choose(field, state.history, self.rng) for field in fields)
            pairing = next(filter(None, chosen), None)
            if pairing is None:
                return None
            known = state.number
            # With another seed each time: a plan that was kept although the database could not say
            # so is played by the next season, and is another match.
            make = partial(make_match_plan, state.opened, state.roster, pairing)
            try:
                planned = context.retry(
                    lambda: self.store.plan(state.roster.season, make())  # noqa: B023 - at once
                )
            except UserError:
                context.catch_up()
                if state.number == known:
                    raise
                # Somebody has decided otherwise meanwhile.
                continue
            state.plan(planned.plan)
            return planned

    def _start(self, job: MatchJob) -> None:
        """Have a match be played, if that can be."""
        if not job.begin():
            return
        try:
            # It reads the bots' files from the database.
            self._context.retry(lambda: self._have_done(job))
        except CannotPlay as lack:
            self._leave_out(lack.bot, job, str(lack))
            return
        self._jobs[job.name] = job
        self._context.tell(MatchBegun(job))

    def _have_done(self, job: MatchJob) -> None:
        """Have a match be played, or what was played be reviewed."""
        if isinstance(job, RequestedReview):
            self.reviewer.start(job.name, job.record, job.player)
        else:
            self.executor.start(job.task)

    def _leave_out(self, player: Player, job: MatchJob, reason: str) -> None:
        """Play without a player for which something is missing, as long as this season goes on."""
        self._context.state.leave_out(player, reason)
        job.requeue(reason)

    def _check_end(self) -> None:
        """HostFailure if the season would go on, and nothing that is left can be played."""
        left = [
            f"match {one.match} ({', '.join(one.players)}): {one.reason}"
            for one in self._context.queue.failing()
        ]
        if left and not self._enough:
            more = [f"and {len(left) - _TOLD} more"] if len(left) > _TOLD else []
            told = "; ".join([*left[:_TOLD], *more])
            raise HostFailure(
                f"what is left to be played is void again and again, or cannot be begun: {told}"
            )

    # --- what has come of it ---

    def _take(self, name: str, event: ExecutorEvent) -> None:
        match event:
            case Notice():
                self._context.tell(event)
            case GamePlayed(game=game):
                job = self._jobs[name]
                job.games += 1
                if isinstance(job, RatedMatch):
                    for player, seconds in count_waits(job.players, [game]).items():
                        job.waits[player] += seconds
                    self._broadcast.add(job.planned.match, game)
                self._context.tell(GameOver(job, game))
            case MatchVoid(reason=reason, bot=player) if player:
                self._leave_out(player, self._end(name), reason)
            case MatchVoid(reason=reason, lasting=lasting):
                if lasting:
                    raise Unavailable(reason)
                self._end(name).void(reason)
                self._context.update_quarantine()
            case MatchPlayed(record=record):
                self._jobs[name].end_play(event)
                self.prover.start(name, record)

    def _finish(self, job: MatchJob, proof: Proof) -> None:
        """Keep what a match has come to, whose record was played again."""
        if proof.flaw:
            job.refuse(f"the record of {job.name} {proof.flaw}")
        else:
            job.finish(proof)
        if self._context.quarantine.voids:
            self._context.update_quarantine()

    def _finish_reviews(self) -> None:
        """Keep what has come of those reviews that are over."""
        for job in self._of_kind(RequestedReview):
            done = self.reviewer.take(job.name)
            if done is not None:
                self._end(job.name)
                job.finish_review(done)

    def _end(self, name: str) -> MatchJob:
        """Return a job that is being played no more."""
        job = self._jobs.pop(name)
        if self._needs_place(job):
            self._turns.end(job.work, job.elapsed)
        if isinstance(job, RatedMatch):
            self._broadcast.forget(job.planned.match)
        return job
