import { assetPage } from "./template-data.ts";

export const { data, render } = assetPage("code.js");
