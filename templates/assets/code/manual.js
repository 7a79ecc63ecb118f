// Before Prism is loaded: it must not look for code by itself.
window.Prism = { manual: true };
