/** A plan as a numbered note. `kit.original` draws it as Annals does. */
export default function planCard({ html, original }, plan, view) {
  return html`<div class="harbour-plan" data-status="${plan.status}">${original(plan, view)}</div>`;
}
