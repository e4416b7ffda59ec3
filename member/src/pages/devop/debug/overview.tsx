/** App and platform information, the current login with its expiry, and links to the sandbox. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { clockOffset } from "../../../device/clock.ts";
import { isDebugConsoleOn, setDebugConsole } from "../../../device/debug-console.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { apiHost, request } from "../../../device/http.ts";
import { BUILD_ID, platform, VERSION, VERSION_CODE } from "../../../device/platform.ts";
import { formatTime } from "../../../device/time.ts";
import { identityOf, storedExpiry, storedToken } from "../../../device/token.ts";
import { Section } from "../../../components/card.tsx";
import { clockText, useSecondsLeft } from "../../../components/countdown.tsx";
import { Facts } from "../../../components/facts.tsx";
import { external } from "../../../components/page-icons.ts";
import { Icon } from "../../../components/icon.tsx";
import { ListRow, ListRows } from "../../../components/list-row.tsx";
import { toast } from "../../../shell/facade/facade.ts";
import styles from "./debug.module.css";
import { Switch } from "./switch.tsx";

// Both are at the root of the page's origin, outside the API host.
const readVersion = async (): Promise<string> =>
  String(await request({ method: "GET", path: `${location.origin}/version` })).trim();
const findSandbox = () =>
  request({ method: "GET", path: `${location.origin}/sandbox/sms?phone=0` }).then(
    () => true,
    () => false,
  );

function offsetText(): string {
  const known = clockOffset();
  if (!known) return "还没有收到回答";
  const sign = known.offsetMs < 0 ? "−" : "+";
  return `${sign}${Math.abs(known.offsetMs)} ms（±${known.plusMinusMs}）`;
}

const useServedVersion = () => useQuery({ queryKey: ["version"], queryFn: readVersion });

function Version() {
  const { data: served, error } = useServedVersion();
  const same = served === BUILD_ID ? "与本页相同" : "与本页不同";
  return (
    <Section title="版本">
      <Facts
        items={[
          { name: "版本", value: `${VERSION} (${VERSION_CODE})`, isStrong: true },
          { name: "本页构建", value: <span className={styles.mono}>{BUILD_ID}</span> },
          {
            name: "服务器",
            value: error ? (
              userMessageFor(error)
            ) : (
              <span className={styles.mono}>{served ?? "…"}</span>
            ),
          },
          { name: "比较", value: served === undefined ? "…" : same },
        ]}
      />
    </Section>
  );
}

function Environment() {
  // Its response sets the server clock, so the clock offset is rendered again with it.
  useServedVersion();
  return (
    <Section title="环境">
      <Facts
        items={[
          { name: "平台", value: platform(), isStrong: true },
          { name: "环境", value: import.meta.env.MODE },
          { name: "网址", value: location.origin },
          { name: "接口", value: apiHost() },
          { name: "屏幕", value: `${innerWidth} × ${innerHeight} @${devicePixelRatio}` },
          { name: "语言", value: navigator.language },
          { name: "服务器时间差", value: offsetText() },
        ]}
      />
      <p className={styles.agent}>{navigator.userAgent}</p>
    </Section>
  );
}

const maskedUid = (uid: string | null): string =>
  uid ? `${uid.slice(0, 4)}…${uid.slice(-4)}` : "无";
const listed = (items: readonly string[]): string => (items.length > 0 ? items.join(", ") : "无");

function Login() {
  const identity = identityOf(storedToken());
  const endsAt = storedExpiry();
  const seconds = useSecondsLeft(endsAt);
  return (
    <Section title="登录">
      <Facts
        items={[
          { name: "会员", value: <span className={styles.mono}>{maskedUid(identity.uid)}</span> },
          { name: "角色", value: listed(identity.role) },
          { name: "权限", value: listed(identity.permission) },
          { name: "到期", value: formatTime(endsAt) },
          {
            name: "剩余",
            value: <span role="timer">{seconds > 0 ? clockText(seconds) : "已到期"}</span>,
          },
        ]}
      />
    </Section>
  );
}

function DebugConsole() {
  const [isOn, setOn] = useState(isDebugConsoleOn);
  const change = (wanted: boolean) => {
    setOn(wanted);
    setDebugConsole(wanted).catch(() => toast("调试台没有打开，请检查网络", { kind: "failed" }));
  };
  return (
    <Section title="调试台">
      <Switch
        name="调试台"
        note="右下角多一个 vConsole 按钮；24 小时后或退出登录时自动关闭"
        isOn={isOn}
        onChange={change}
      />
    </Section>
  );
}

const sandboxPages = [
  { name: "短信收件箱", url: "/sandbox/inbox" },
  { name: "供应商", url: "/sandbox/suppliers" },
];

function Sandbox() {
  const { data: isOn } = useQuery({ queryKey: ["sandbox"], queryFn: findSandbox });
  if (!isOn) return null;
  return (
    <Section title="沙盒">
      <div className={styles.list}>
        <ListRows label="沙盒">
          {sandboxPages.map(({ name, url }) => (
            <ListRow key={url} name={name} href={url} end={<Icon of={external} size={18} />} />
          ))}
        </ListRows>
      </div>
    </Section>
  );
}

export function Overview() {
  return (
    <>
      <Version />
      <Login />
      <DebugConsole />
      <Environment />
      <Sandbox />
    </>
  );
}
