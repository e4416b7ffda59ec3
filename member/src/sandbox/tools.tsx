/** The opened part of the ribbon: accounts, unused codes, the next order's fault, operators' pages. */
import { type ReactNode, useEffect, useState } from "react";
import { copyText } from "../device/clipboard.ts";
import {
  changeAccount,
  type CodeTarget,
  newCode,
  type NextFault,
  nextFault,
  setNextFault,
} from "./requests.ts";
import styles from "./ribbon.module.css";
import type { Who } from "./use-sandbox.ts";

const targets: readonly { readonly id: CodeTarget; readonly text: string }[] = [
  { id: "kfc-set", text: "肯德基套餐" },
  { id: "kfc-value-50", text: "50 元餐券" },
  { id: "points-500", text: "500 积分" },
  { id: "balance-20", text: "20 元余额" },
  { id: "coupon-10", text: "优惠券" },
  { id: "choice-3", text: "三选一" },
];
const faults: readonly { readonly id: NextFault; readonly text: string }[] = [
  { id: "timeout", text: "供应商超时" },
  { id: "refuse", text: "供应商拒单" },
];
const places = [
  { href: "/console", text: "运营后台" },
  { href: "/sandbox/authenticator", text: "后台验证器" },
  { href: "/sandbox/inbox", text: "短信收件箱" },
  { href: "/sandbox/suppliers", text: "供应商" },
];

const reasonOf = (failure: unknown): string =>
  failure instanceof Error ? failure.message : "没有成功，请再试一次";

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={styles.part}>
    <h2 className={styles.title}>{title}</h2>
    {children}
  </section>
);

/** One tap logs in as another account and opens the home page. */
function Accounts({ who: { list, own } }: { readonly who: Who }) {
  const [busy, setBusy] = useState<string>();
  const [fault, setFault] = useState("");
  const change = async (phone: string) => {
    setBusy(phone);
    setFault("");
    await changeAccount(phone).then(
      () => location.assign("/"),
      (failure: unknown) => setFault(reasonOf(failure)),
    );
    setBusy(undefined);
  };
  // The operators work in the console; the first one has the developer's page here.
  const shown = list.filter(({ what }) => !what.startsWith("运营"));
  return (
    <Part title="换个身份">
      <div className={styles.choices}>
        {shown.map(({ phone, what }) => (
          <button
            key={phone}
            type="button"
            className={styles.choice}
            aria-pressed={phone === own?.phone}
            aria-disabled={busy !== undefined}
            onClick={() => {
              if (busy === undefined) void change(phone);
            }}
          >
            <b>{what}</b>
            <span>{busy === phone ? "正在登录…" : phone}</span>
          </button>
        ))}
      </div>
      {fault !== "" && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </Part>
  );
}

function Codes() {
  const [made, setMade] = useState<{ readonly text: string; readonly code: string }>();
  const [note, setNote] = useState("");
  const take = async (id: CodeTarget, text: string) => {
    setNote("");
    await newCode(id).then(
      (code) => setMade({ text, code }),
      (failure: unknown) => setNote(reasonOf(failure)),
    );
  };
  const copy = async (code: string) => setNote((await copyText(code)) ? "已复制" : "请长按复制");
  return (
    <Part title="拿一个未使用的兑换码">
      <div className={styles.chips}>
        {targets.map(({ id, text }) => (
          <button
            key={id}
            type="button"
            className={styles.chip}
            onClick={() => void take(id, text)}
          >
            {text}
          </button>
        ))}
      </div>
      {made && (
        <p className={styles.made}>
          <span>{made.text}</span>
          <code>{made.code}</code>
          <button type="button" className={styles.link} onClick={() => void copy(made.code)}>
            复制
          </button>
          <a className={styles.link} href={`/pages/exchange/manifest#code=${made.code}`}>
            去兑换
          </a>
        </p>
      )}
      <p className={styles.note} role="status">
        {note}
      </p>
    </Part>
  );
}

/** A fault is used up by the next order, so the switch is read again when the ribbon opens. */
function Faults() {
  const [fault, setFault] = useState<NextFault | null>(null);
  useEffect(() => {
    void nextFault().then(
      (found) => setFault(found.fault),
      () => undefined,
    );
  }, []);
  const choose = async (id: NextFault) => {
    const found = await setNextFault(fault === id ? null : id).catch(() => undefined);
    if (found) setFault(found.fault);
  };
  return (
    <Part title="让下一单">
      <div className={styles.chips}>
        {faults.map(({ id, text }) => (
          <button
            key={id}
            type="button"
            role="switch"
            className={styles.chip}
            aria-checked={fault === id}
            onClick={() => void choose(id)}
          >
            {text}
          </button>
        ))}
      </div>
    </Part>
  );
}

export const Tools = ({ who }: { readonly who: Who }) => (
  <div className={styles.tools}>
    <Accounts who={who} />
    <Codes />
    <Faults />
    <Part title="另一边">
      <div className={styles.chips}>
        {places.map(({ href, text }) => (
          <a key={href} className={styles.chip} href={href} target="_blank" rel="noreferrer">
            {text}
          </a>
        ))}
      </div>
    </Part>
  </div>
);
