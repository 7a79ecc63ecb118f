/** Where the files for programs are, from the site's root. */
export const feedPath = "feed.xml";
export const jsonFeedPath = "feed.json";
export const tablePath = "sessions.csv";
export const linesPath = "sessions.ndjson";
export const sitemapPath = "sitemap.xml";
export const llmsPath = "llms.txt";
export const socialPath = "social.png";
export const robotsPath = "robots.txt";
export const schemaPath = (of: "session" | "story"): string => `schema/${of}.schema.json`;
