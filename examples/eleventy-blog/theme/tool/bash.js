/** A command as one would type it, with what it printed below. */
export default function bash({ html, original }, call, view) {
  return html`<p class="shell-line"><b>$</b> ${call.command}</p>${original(call, view)}`;
}
