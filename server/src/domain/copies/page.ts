/** Writes a copy as one HTML page that needs no network, with the same data as JSON inside. */
import type { CopyRow, CopySection } from "./sections.ts";

const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" } as const;
const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => escapes[sign as keyof typeof escapes]);

const table = (rows: readonly CopyRow[]): string => {
  const heads = Object.keys(rows[0] ?? {});
  const line = (tag: "th" | "td", cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join("")}</tr>`;
  const body = rows.map((row) => line("td", Object.values(row))).join("\n");
  return `<table><thead>${line("th", heads)}</thead><tbody>${body}</tbody></table>`;
};

const shown = ({ title, rows, isCut }: CopySection): string => {
  const cut = isCut ? "<p>记录太多，这里只有最近的一部分。</p>" : "";
  const content = rows.length === 0 ? "<p>没有记录。</p>" : `${table(rows)}${cut}`;
  return `<section><h2>${escape(title)}（${rows.length}）</h2>${content}</section>`;
};

const STYLE = `body{font:15px/1.6 system-ui,sans-serif;margin:24px;color:#1d2433}
table{border-collapse:collapse;width:100%;margin:8px 0}
th,td{border:1px solid #d9dee8;padding:4px 8px;text-align:left;vertical-align:top;word-break:break-word}
th{background:#f3f5f9}section{margin:24px 0}`;

/** Returns the page; `madeAt` is a text, such as `2026-11-23 20:00:00`. */
export function copyPage(sections: readonly CopySection[], madeAt: string): string {
  const data = JSON.stringify({ madeAt, sections });
  // In a script element only the end tag and a comment end the text; both begin with this sign.
  const inScript = data.replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>个人信息副本</title><style>${STYLE}</style></head><body>
<h1>云鲸权益 个人信息副本</h1>
<p>生成时间 ${escape(madeAt)}。内容与应用里看到的一致；好友的信息只有打码后的部分。请妥善保存。</p>
${sections.map(shown).join("\n")}
<script type="application/json" id="data">${inScript}</script>
</body></html>
`;
}
