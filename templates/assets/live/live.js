// `annals serve` only: a page that changed loads itself again and stays where the reader was.
const here = decodeURIComponent(location.pathname).slice(1);
const wasAtEnd = sessionStorage.annalsAtEnd;
sessionStorage.removeItem("annalsAtEnd");
if (wasAtEnd === location.pathname) addEventListener("load", () => scrollTo(0, document.body.scrollHeight));

new EventSource("/-live/events").onmessage = ({ data }) => {
  const isAffected = JSON.parse(data).some((path) => here.startsWith(path));
  if (!isAffected) return;
  const isAtEnd = innerHeight + scrollY > document.body.scrollHeight - 80;
  // Who reads along at the end wants to see what comes.
  if (isAtEnd) sessionStorage.annalsAtEnd = location.pathname;
  location.reload();
};
