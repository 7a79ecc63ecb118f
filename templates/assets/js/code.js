// Loads what colours code (../code) when the first code with a grammar comes into sight. Without JavaScript, and where a
// browser has no CSS Custom Highlight API, code reads as it is written: plain.
const source = document.currentScript?.src;

if (source && window.Highlight && CSS.highlights) {
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    seen.disconnect();
    document.removeEventListener("annals:more", look);
    document.removeEventListener("annals:changed", look);
    const script = document.createElement("script");
    script.src = new URL("code.js", source).href;
    document.head.append(script);
  });
  const look = () => {
    for (const code of annals.all("code[data-lang]")) seen.observe(code);
  };
  document.addEventListener("annals:more", look);
  document.addEventListener("annals:changed", look);
  look();
}
