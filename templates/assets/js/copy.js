// Copies links to places, and code without its line numbers.
const status = Object.assign(document.createElement("p"), { className: "vh" });
status.setAttribute("role", "status");
document.body.append(status);

function copy(text, words) {
  return navigator.clipboard?.writeText(text).then(
    () => {
      status.textContent = words;
    },
    () => {},
  );
}
/** Words that led here from a search are the reader's own: they are no part of the link. */
annals.copyLink = (hash) => copy(location.href.split(/[?#]/)[0] + hash, "Link copied");

document.addEventListener("click", (event) => {
  const link = event.target.closest(".hash, .copy");
  if (link) annals.copyLink(link.hash);
  const share = event.target.closest("[data-copy], [data-copy-link]");
  if (share) {
    if (share.dataset.copy) copy(share.dataset.copy, "Copied");
    else annals.copyLink("");
    told(share);
  }
  const button = event.target.closest(".copy-code");
  if (!button) return;
  const pre = annals.one("pre", button.parentElement);
  const clone = pre.cloneNode(true);
  for (const part of annals.all("a.cut, .cut > summary, del, .diff b", clone)) part.remove();
  const lines = annals.all("ins, span.c", clone);
  copy(lines.length > 0 ? lines.map((each) => each.textContent).join("\n") : clone.textContent, "Copied");
  told(button);
});

function told(button) {
  button.dataset.words ??= button.textContent;
  button.textContent = "Copied";
  setTimeout(() => {
    button.textContent = button.dataset.words;
  }, 1500);
}

// A button appears beside what is being looked at: thousands of them would be a page of their own.
function offer(event) {
  const pre = event.target.closest?.("pre.code, pre.out, pre.diff");
  if (!pre || pre.parentElement.matches(".has-copy") || !navigator.clipboard) return;
  const box = document.createElement("div");
  box.className = "has-copy";
  const button = Object.assign(document.createElement("button"), {
    className: "btn copy-code",
    type: "button",
    textContent: "Copy",
  });
  pre.replaceWith(box);
  box.append(pre, button);
  if (event.type === "focusin") pre.focus({ preventScroll: true });
}
document.addEventListener("pointerover", offer);
document.addEventListener("focusin", offer);
