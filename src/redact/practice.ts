/**
 * One of everything, looked at before anything else. The engine makes fast code of what it has seen so far, and starts
 * over when a loop meets something new: for loops over a megabyte that costs more than the work itself.
 */
import { unpacked } from "./unpack.ts";
import { originalView, type View } from "./views/index.ts";

const text = [
  "\x1b[31mred\x1b[0m \x1b]8;;there\x07here\x1b]8;;\x1b\\ \x1b(B \x1b \x9b1m \u200bno\u00adthing\u202a [1;32mlost[0m [m [1x [0",
  'say \\"it\\" \\n \\u0041 \\u{1f600} \\u{110000} \\u00 \\x41 \\x4 \\033 \\0 \\q \\\\u0041 \\',
  "a%20b%C3%A9 100% &lt;b&gt; &quot;&apos;&amp;&AMP;&#x2f;&#47;&#0;&#x1F600;&nbsp;& &#; é→😀",
  'deploy_token: "a1B2c3D4e5F6\n  g7H8i9J0k1L2"',
  "     1→key = a1B2c3D4e5F6\r\n     2→g7H8i9J0k1L2\r\n",
  "12: one | two\n13 | three\n14- four\n15\tfive\n+six \\\n+seven=\n+'eight',\n> nine\n#ten",
  "a long line of words that ends in averylongword12\nand another line of words",
  "mail: jane@somewhere.net, /home/jane/code, 12.0.0.1, 2a02:12:34::1, https://user:pass@host.net/?token=1",
].join("\n");

const page = [
  '<!doctype html><html lang="en"><body class="a b"><p id=x class="c">words &lt;here&gt; &amp; <b>there</b></p>',
  '<span class="k">let</span><span title="x">y</span><a href="?a=1&amp;b=2">é→😀</a><br>a < b',
  `<script>"${"A".repeat(64)}"</script>${text.replaceAll("<", "&lt;")}</body></html>`,
].join("\n");

let isDone = false;

/** Once in a thread. */
export function practise(look: (view: View) => void): void {
  if (isDone) return;
  isDone = true;
  for (let round = 0; round < 2; round++) {
    const original = originalView(text);
    look(original);
    original.close();
    for (const [file, content] of [
      ["a.html", page],
      ["a.txt", text],
      ["a.js", `part(${JSON.stringify([page, text, { text }])})\n`],
    ] as const) {
      for (const { view } of unpacked(file, Buffer.from(content), () => false)) {
        look(view);
        view.close();
      }
    }
  }
}
