// Shows each planned moment by the visitor's own clocks, behind those of the course.

for (const time of document.querySelectorAll("time[data-local]")) {
  const own = new Date(time.getAttribute("datetime") ?? "");
  const style = /** @type {const} */ ({ dateStyle: "medium", timeStyle: "short" });
  time.append(`, for you ${own.toLocaleString(undefined, style)}`);
}
