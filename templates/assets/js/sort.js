// Sorts a project's stories by moving them, so that reading order follows.
annals.one("[data-sort]")?.addEventListener("change", (event) => {
  const list = annals.one(".sessions");
  const key = event.target.value;
  const end = annals.one(".tally", list);
  const stories = annals.all(`:scope > [data-${key}]`, list).sort((a, b) => b.dataset[key] - a.dataset[key]);
  for (const story of stories) list.insertBefore(story, end);
});
