/** Layout of WeChat's login pages: white, one question, two buttons; and the drawn avatars. */
import type { FastifyReply } from "fastify";
import type { Person } from "./oauth.ts";

const style = `
* { box-sizing: border-box; margin: 0; }
html { color-scheme: light; }
body { min-height: 100vh; background: #fff; color: #191919; font: 17px/24px -apple-system, BlinkMacSystemFont,
  "PingFang SC", "Noto Sans SC", "Microsoft YaHei", sans-serif; }
main { display: flex; flex-direction: column; min-height: 100vh; max-width: 480px; margin: 0 auto;
  padding: 24px 24px 40px; }
h1 { font-size: 22px; line-height: 32px; font-weight: 600; }
.quiet { margin: 8px 0 24px; color: #6b6b6b; font-size: 14px; line-height: 20px; }
.asker { display: flex; align-items: center; gap: 8px; margin-bottom: 32px; font-size: 15px; }
.asker img { width: 32px; height: 32px; border-radius: 8px; background: #0f4b77; }
.asker span { color: #6b6b6b; }
.person, .people a { display: flex; align-items: center; gap: 12px; min-height: 72px; color: inherit;
  text-decoration: none; border-bottom: 1px solid #ececec; overflow-wrap: anywhere; }
.person { margin-top: 24px; border-top: 1px solid #ececec; }
.person img, .people img { width: 44px; height: 44px; border-radius: 6px; flex: none; }
.person b { display: block; font-weight: 500; }
.person small { color: #6b6b6b; font-size: 14px; }
.person i { margin-left: auto; color: #06874a; font-style: normal; font-size: 20px; }
.people { list-style: none; padding: 0; }
.other { align-self: flex-start; margin-top: 8px; padding: 12px 0; color: #4c6189; text-decoration: none;
  font-size: 15px; }
.acts { display: flex; justify-content: center; gap: 16px; margin-top: auto; padding-top: 40px; }
.acts a { flex: 0 1 136px; padding: 10px 0; border-radius: 8px; text-align: center; font-weight: 600;
  text-decoration: none; }
.no { background: #f0f0f0; color: #067a44; }
.yes { background: #067a44; color: #fff; }
.fault { margin: auto 0; text-align: center; }
.fault span { display: inline-grid; place-items: center; width: 64px; height: 64px; margin-bottom: 24px;
  border-radius: 50%; background: #fa9d3b; color: #fff; font-size: 36px; font-weight: 700; }
.fault p { margin-top: 8px; color: #6b6b6b; font-size: 15px; }
:focus-visible { outline: 2px solid #4c6189; outline-offset: 2px; }
`;

/** Sends a login page; `main` is HTML that is already escaped. */
export const sendLoginPage = (
  reply: FastifyReply,
  { title, main }: { title: string; main: string },
) =>
  reply
    .header("cache-control", "no-store")
    .header(
      "content-security-policy",
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'",
    )
    .type("text/html; charset=utf-8")
    .send(`<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · 沙盒微信</title><style>${style}</style></head><body><main>${main}</main></body></html>`);

/** Returns an avatar as SVG: a face of two shapes on the person's colour. */
export const avatarSvg = ({ tint }: Person): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="${tint}"/>
<circle cx="48" cy="38" r="17" fill="#fff" fill-opacity=".92"/>
<path d="M14 96c0-21 15-34 34-34s34 13 34 34z" fill="#fff" fill-opacity=".92"/></svg>`;
