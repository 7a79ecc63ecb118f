import { assetPage } from "./template-data.ts";

export const { data, render } = assetPage("annals.css");
