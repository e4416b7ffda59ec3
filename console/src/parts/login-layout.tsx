/** The page around a login: the brand at the left, a card with its step at the right. */
import { Link2, ShieldCheck, Users } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./login-layout.module.css";
import { environment } from "./shell/environment.tsx";
import { Whale } from "./whale.tsx";

const badges = {
  demo: "运营后台 · 演示",
  staging: "运营后台 · 预发",
  production: "运营后台",
} as const;

type LoginLayoutProps = {
  readonly title: string;
  readonly text?: ReactNode;
  /** The current step and how many there are; bars above the title. */
  readonly step?: readonly [current: number, total: number];
  readonly children: ReactNode;
  /** One line below the card. */
  readonly note?: ReactNode;
};

export function LoginLayout({ title, text, step, children, note }: LoginLayoutProps) {
  const [current, total] = step ?? [0, 0];
  return (
    <div className={styles.page}>
      <aside className={styles.brand}>
        <div className={styles.name}>
          <Whale look="light" size={40} />
          <strong>云鲸权益</strong>
          <span>{badges[environment()]}</span>
        </div>
        <div>
          <p className={styles.words}>
            每一笔都有来路，
            <br />
            每一步都有人负责。
          </p>
          <p className={styles.more}>
            动钱、动码、动授权，两个人才作数；
            <br />
            结果未知的，只问不猜。
          </p>
          <ul>
            <li>
              <ShieldCheck aria-hidden="true" />
              二次验证
            </li>
            <li>
              <Users aria-hidden="true" />
              四眼审批
            </li>
            <li>
              <Link2 aria-hidden="true" />
              审计成链
            </li>
          </ul>
        </div>
      </aside>
      <main className={styles.main}>
        <section className={styles.card}>
          {total > 0 && (
            <div
              className={styles.steps}
              role="img"
              aria-label={`第 ${current} 步，共 ${total} 步`}
            >
              {Array.from({ length: total }, (_, place) => place + 1).map((place) => (
                <i key={place} data-done={place <= current || undefined} />
              ))}
            </div>
          )}
          <h1>{title}</h1>
          {text && <p className={styles.text}>{text}</p>}
          {children}
        </section>
        {note && <p className={styles.note}>{note}</p>}
      </main>
    </div>
  );
}
