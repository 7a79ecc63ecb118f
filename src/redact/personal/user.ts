/** Places where a word can only be the name of a user: what shells, `id`, `ls -l` and settings print. */

const reach = 80;

/** What ends right before the name. */
const before = new RegExp(
  [
    // uid=1000(grace) gid=1000(grace) groups=1000(grace),4(adm)
    "(?:uid|gid|groups)=[^\\n ]{0,60}\\d\\(",
    // USER=grace, "user": "grace", user_name: grace, owner = 'grace', \"login\":\"grace\"
    "(?:^|[^A-Za-z])(?:(?:SUDO_|PG|MYSQL_|DB_|GIT_|SSH_|POSTGRES_)?USER(?:NAME)?|LOGNAME|user(?:[-_ ]?name)?|User(?:Name)?|userName|login|logname|owner|whoami|user\\.name)[\"'`\\\\]{0,4}\\s{0,2}[:=]\\s{0,2}[\"'`\\\\]{0,4}",
    // git config user.name grace, --user grace, sudo -u grace, ssh -l grace, su - grace
    "(?:user\\.name|--(?:user|username|owner|login)|\\b(?:sudo|runuser|crontab|pgrep|pkill|ps|lsof|ssh|psql|mysql)\\b[^\\n]{0,40}\\s-(?:[a-zA-Z]*[ul]|U))[ =]{1,2}[\"']?",
    "(?:^|[^\\w-])su(?: -l?)? ",
    // chown -R grace:grace, usermod -aG docker grace
    "(?:^|[^\\w-])(?:chown|chgrp|install -o)(?: -[a-zA-Z-]+)* (?:[\\w-]+:)?",
    "(?:^|[^\\w-])(?:useradd|userdel|usermod|adduser|deluser|passwd|groups|finger|loginctl enable-linger|id)(?: -{1,2}[\\w-]+(?: (?:docker|sudo|wheel|admin|adm|users))?)* ",
    "(?:[Ll]ogged in (?:to [^\\n]{1,40} )?as|[Aa]uthenticated (?:to [^\\n]{1,40} )?as|[Rr]unning as(?: user)?|[Uu]ser account)(?: user)? ",
    // -rw-r--r-- 1 grace grace 4096 Jan 2
    "[-dlcbps][rwxsStT-]{9}[.+@]?\\s{1,4}\\d{1,6}\\s{1,4}(?:[\\w-]{1,32}\\s{1,12})?",
    // ~grace, /var/mail/grace, LAPTOP\\grace
    "(?:^|[\\s\"'=(:])~",
    "/(?:mail|crontabs|sudoers\\.d|linger|accountsservice/users)/",
    "(?:^|[\\s\"'`=(])[A-Z][A-Z0-9-]{2,20}\\\\{1,4}",
  ]
    .map((part) => `(?:${part})`)
    .join("|")
    .replace(/^/, "(?:")
    .concat(")$"),
);

/** What begins right behind it: `grace@laptop`, `grace:x:1000:`, `grace pts/0`, a line of `ps aux`. */
const after =
  /^(?:@[\p{L}\p{N}]|:[x*!]?:\d+:|\s{1,12}(?:pts\/\d|tty\w{0,4}\s|console\s|:\d\s)|\s{1,12}\d{1,7}\s{1,6}\d{1,3}\.\d\s)/u;

/** Whether the name between `start` and `end` stands as a user's. */
export function standsAsUser(text: string, start: number, end: number): boolean {
  if (after.test(text.slice(end, end + 40))) {
    const first = text[end];
    if (first === "@" || /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, start - 20), start))) return true;
  }
  return before.test(text.slice(Math.max(0, start - reach), start));
}
