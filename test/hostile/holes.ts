/** Holes that we make ourselves: a checker that does not see each of them is not run at all. */
export interface Hole {
  readonly markup: string;
  /** Seen when the page is opened with its policy off. */
  readonly runs: boolean;
  /** The page's policy says that it stopped something. */
  readonly isStopped: boolean;
}

const hole = (markup: string, runs = true, isStopped = runs): Hole => ({ markup, runs, isStopped });

export const holes: readonly Hole[] = [
  hole("<script>alert(1)</script>"),
  hole("<script>var quiet = 1</script>"),
  hole("<img src=x onerror=alert(1)>"),
  hole('<img src="x" onerror="alert(1)">'),
  hole("<svg onload=alert(1)></svg>"),
  hole('<details open ontoggle="alert(1)">x</details>'),
  hole('<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>'),
  hole('<iframe src="javascript:alert(1)"></iframe>'),
  hole('<img src="http://evil.invalid/beacon.png">'),
  hole('<link rel="stylesheet" href="http://evil.invalid/a.css">'),
  hole("<style>@import 'http://evil.invalid/a.css';</style>"),
  hole('<p style="background:url(http://evil.invalid/b)">x</p>'),
  hole('<meta http-equiv="refresh" content="0;url=http://evil.invalid/">', true, false),
  hole('<object data="http://evil.invalid/o"></object>'),
  hole('<a href="javascript:alert(1)">x</a>', false),
  hole('<a href="data:text/html,x">x</a>', false),
  hole('<a href="//evil.invalid/">x</a>', false),
  hole('<a href="../../../etc/passwd">x</a>', false),
  hole('<a href="https://user:word@example.org/" rel="noreferrer noopener" onclick="x">x</a>', false),
  hole('<p onclick="alert(1)">x</p>', false),
  hole('<form action="https://evil.invalid/"><button>x</button></form>', false),
  hole('<p id="q">x</p>', false),
  hole('<p class="evil">x</p>', false),
  hole("<b>never closed", false),
  hole("</main>", false),
  hole("<!-- x -->", false),
  hole("<textarea>", false),
  hole("\u202ex", false),
  hole("\x1b[31m", false),
  hole("a & b", false),
];
