/** What people write to be led somewhere else: targets of links, and ids where a link's id belongs. */

const HOST = "h5.yunda.example";

/** Each is refused as a target of an h5 link whose only allowed host is `h5.yunda.example`. */
export const badTargets: readonly string[] = [
  ...["", " ", "/", "//evil.example", "//evil.example/open", "/\\evil.example", "\\\\evil.example"],
  ...[
    "https:evil.example",
    "https:/evil.example",
    "https:///evil.example",
    "https:\\\\evil.example",
  ],
  ...[`http://${HOST}/open`, `HTTPS://${HOST}/open`, `https://${HOST.toUpperCase()}/open`],
  ...["https://evil.example/", `https://evil.example/${HOST}`, `https://evil.example?${HOST}`],
  ...[`https://evil.example#${HOST}`, `https://${HOST}.evil.example/`, `https://evil${HOST}/`],
  ...[`https://${HOST}@evil.example/`, `https://evil.example@${HOST}/`, `https://a:b@${HOST}/`],
  ...[`https://${HOST}:8443/`, `https://${HOST}:443/`, `https://${HOST}./`, `https://.${HOST}/`],
  ...[`https://${HOST}\\@evil.example/`, `https://${HOST}%2eevil.example/`, `https://${HOST}%00/`],
  ...[`https://${HOST}/open#x`, `https://${HOST}/a/../b`, `https://${HOST}/%2e%2e/b`],
  ...[`https://${HOST}/open\r\nLocation: https://evil.example`, `https://${HOST}/\tx`],
  ...[`https://${HOST}/open\u0000`, ` https://${HOST}/open`, `https://${HOST}/open `],
  ...[
    `https://${HOST}/?yj_sid=${"0".repeat(32)}`,
    `https://${HOST}/?a=1&a=2`,
    "https://ｈ5.yunda.example/",
  ],
  ...["https://127.0.0.1/", "https://0x7f000001/", "https://[::1]/", "https://localhost/"],
  ...["https://169.254.169.254/latest", "https://2130706433/", "https://127.1/"],
  ...["javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", "data:text/html,x"],
  ...[
    "vbscript:x",
    "intent://x#Intent;end",
    "file:///etc/passwd",
    "blob:https://x/y",
    "about:blank",
  ],
  ...[
    `weixin://dl/business/?appid=wx${"0".repeat(16)}`,
    "alipays://platformapi/startapp?appId=2021",
  ],
  ...[
    "tel:10086",
    "ftp://h5.yunda.example/",
    "%68ttps://h5.yunda.example/",
    "https%3A%2F%2Fevil.example",
  ],
  `https://${HOST}/${"a".repeat(4_096)}`,
];

/** Each is refused as a target of a mini-program's link whose only allowed app is `wx` and sixteen zeros. */
export const badMinis: readonly string[] = [
  "weixin://dl/business/",
  "weixin://dl/business/?appid=wx1111111111111111",
  `weixin://dl/business/?appid=wx${"0".repeat(16)}&appid=wx1111111111111111`,
  `weixin://dl/other/?appid=wx${"0".repeat(16)}`,
  `weixin://evil/business/?appid=wx${"0".repeat(16)}`,
  `weixin://user@dl/business/?appid=wx${"0".repeat(16)}`,
  `weixin://dl/business/?APPID=wx${"0".repeat(16)}`,
  `https://dl/business/?appid=wx${"0".repeat(16)}`,
];

/** No link; and no 500 either. */
export const badIds: readonly string[] = [
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"],
  ...["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)"],
  ...["..", "../ride", "ride/../x", "ride%2f..", "%2e%2e", "ride\r\nx: y", "ride\u0000", "RIDE"],
  ...["ride?url=https://evil.example", "ride#x", " ride", "ride ", "打车", "' OR 1=1 --"],
  ...["null", "undefined", "NaN", "0", "-1", "a".repeat(33), "a".repeat(4_096)],
];
