// On pages of a site parts.js looks into other files as well.
annals.find = async (id) => document.getElementById(id);
