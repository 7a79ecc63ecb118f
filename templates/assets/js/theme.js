// The radios work by themselves through :has(); this only remembers the choice.
const root = document.documentElement;
const chosen = annals.one(`input[name=theme][value="${root.dataset.theme || ""}"]`);
if (chosen) chosen.checked = true;
for (const radio of annals.all("input[name=theme]")) {
  radio.addEventListener("change", () => {
    if (radio.value) root.dataset.theme = radio.value;
    else delete root.dataset.theme;
    try {
      if (radio.value) localStorage.annalsTheme = radio.value;
      else localStorage.removeItem("annalsTheme");
    } catch {}
  });
}
