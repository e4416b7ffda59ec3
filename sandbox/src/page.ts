/** The shared layout of the sandbox's pages: plain HTML without scripts. */
import type { FastifyReply } from "fastify";

const style = `
:root { color-scheme: light; --sea: #0f4b77; --ink: #15212c; --quiet: #586673; --line: #e4eaee;
  --ground: #f2f5f7; --coral: #d5421f; }
* { box-sizing: border-box; margin: 0; }
body { background: var(--ground); color: var(--ink); font: 14px/20px -apple-system,
  BlinkMacSystemFont, "PingFang SC", "Noto Sans SC", "Microsoft YaHei", sans-serif; }
header { background: var(--sea); color: #fff; padding: 20px 0 56px; }
header > div { padding: 0 16px; }
header > div, main { max-width: 720px; margin: 0 auto; }
header h1 { font-size: 20px; line-height: 28px; font-weight: 600; }
header p { color: #bcd6e8; }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-top: 12px; }
nav a { white-space: nowrap; color: #bcd6e8; text-decoration: none; padding: 4px 0; }
nav a[aria-current] { color: #fff; border-bottom: 2px solid #fff; }
main { padding: 0 16px 48px; margin-top: -40px; display: grid; gap: 12px;
  grid-template-columns: minmax(0, 1fr); }
summary { font-size: 16px; line-height: 28px; font-weight: 600; cursor: pointer; }
.card { background: #fff; border-radius: 12px; padding: 16px; }
h2 { font-size: 16px; line-height: 24px; font-weight: 600; }
.row { display: flex; gap: 12px; align-items: baseline; justify-content: space-between;
  flex-wrap: wrap; }
.quiet { color: var(--quiet); font-size: 12px; line-height: 18px; }
.code { font-size: 28px; line-height: 36px; font-weight: 700; color: var(--sea);
  letter-spacing: .12em; font-variant-numeric: tabular-nums; user-select: all; }
.empty { text-align: center; padding: 40px 16px; color: var(--quiet); }
form.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr));
  gap: 12px; margin-top: 12px; align-items: end; }
form.line { display: flex; gap: 8px; }
label { display: grid; gap: 4px; color: var(--quiet); font-size: 12px; }
input { min-height: 44px; width: 100%; border: 1px solid #c3ced6; border-radius: 8px;
  padding: 0 12px; font: inherit; font-size: 16px; color: var(--ink); background: #fff; }
.acts { display: grid; gap: 8px; grid-template-columns: 1fr 1fr; margin-top: 16px; }
.acts > :first-child { grid-column: 1 / -1; }
.acts button { width: 100%; }
main a { color: var(--sea); }
main a.button { display: block; margin-top: 12px; padding: 12px; text-align: center; }
button { min-height: 44px; border: 0; border-radius: 8px; padding: 0 20px; font: inherit;
  font-weight: 600; color: #fff; background: var(--sea); white-space: nowrap; }
button.plain { color: var(--sea); background: #eef5fa; }
:focus-visible { outline: 2px solid var(--coral); outline-offset: 2px; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; margin-top: 12px; }
th { color: var(--quiet); font-size: 12px; font-weight: 500; }
th, td { text-align: left; padding: 8px 12px 8px 0; border-top: 1px solid var(--line);
  white-space: nowrap; font-variant-numeric: tabular-nums; vertical-align: top; }
.tag { border-radius: 4px; padding: 2px 6px; font-size: 12px; background: #eef5fa;
  color: var(--sea); }
.tag.ok { background: #e8f5ef; color: #17694b; }
.tag.bad { background: #fbecea; color: #a3231c; }
`;

const places: readonly { path: string; name: string }[] = [
  { path: "/sandbox/inbox", name: "短信收件箱" },
  { path: "/sandbox/robots", name: "群机器人" },
  { path: "/sandbox/invoices", name: "开票" },
  { path: "/sandbox/suppliers", name: "供应商" },
  { path: "/sandbox/partners", name: "合作方" },
  { path: "/sandbox/wechat", name: "微信" },
  { path: "/sandbox/wechat/inbox", name: "微信消息" },
  { path: "/sandbox/wechatpay", name: "微信支付" },
];

/** Escapes text for HTML content and attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Formats an ISO instant as local time in China. */
export function shownTime(iso: string): string {
  return new Date(iso).toLocaleString("zh-CN", { timeZone: "Asia/Shanghai", hour12: false });
}

/**
 * Sends a page; `main` is HTML that is already escaped; `reloadSeconds` makes the page reload
 * itself.
 */
export function sendPage(
  reply: FastifyReply,
  page: { path: string; title: string; lead: string; main: string; reloadSeconds?: number },
) {
  const links = places.map(({ path, name }) => {
    const current = path === page.path ? ' aria-current="page"' : "";
    return `<a href="${path}"${current}>${name}</a>`;
  });
  const reload = page.reloadSeconds
    ? `<meta http-equiv="refresh" content="${page.reloadSeconds}">`
    : "";
  return reply
    .header("cache-control", "no-store")
    .header(
      "content-security-policy",
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    )
    .type("text/html; charset=utf-8")
    .send(`<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${reload}
<title>${page.title} · 云鲸沙盒</title><style>${style}</style></head><body>
<header><div><h1>${page.title}</h1><p>${page.lead}</p><nav>${links.join("")}</nav></div></header>
<main>${page.main}</main></body></html>`);
}
