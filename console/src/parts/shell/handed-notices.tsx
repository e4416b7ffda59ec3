/** The notice of work that a colleague has handed over: who, what, and the way to it. */
import { Link } from "@tanstack/react-router";
import { ArrowRightLeft, X } from "lucide-react";
import { useState } from "react";
import type { Pulse } from "../../api/pulse.ts";
import styles from "./handed-notices.module.css";

type Handed = Pulse["handed"][number];

/** The list of each kind of work, whose address takes the work as `open`. */
const lists = {
  approval: { path: "/approvals", word: "一件审批" },
  refund: { path: "/refunds", word: "退款" },
  case: { path: "/books", word: "一件差错" },
  ticket: { path: "/tickets", word: "一张工单" },
  desk: { path: "/desk", word: "供应商单" },
} as const satisfies Readonly<Record<Handed["kind"], object>>;

/** The work is named by its number where people read it; the others have an id only. */
const withNumber: ReadonlySet<Handed["kind"]> = new Set(["refund", "desk"]);

const SHOWN_MAX = 3;
/** Until when notices were dismissed, ms; it outlives a reload of this tab. */
const STORED_AS = "console.handed-until";

const storedUntil = (): number => Number(sessionStorage.getItem(STORED_AS) ?? 0);

function HandedNotice(props: { readonly handed: Handed; readonly onOpen: () => void }) {
  const { kind, ref, by, reason, role } = props.handed;
  const { path, word } = lists[kind];
  const to: string = `${path}?open=${encodeURIComponent(ref)}`;
  return (
    <li>
      <ArrowRightLeft aria-hidden="true" />
      <span>
        <b>{by.name || "一位同事"}</b>把{word}
        {withNumber.has(kind) && <span className={styles.number}> {ref} </span>}转给了
        {role === undefined ? "您" : `岗位「${role}」`}
        <small>{reason}</small>
      </span>
      <Link to={to} onClick={props.onOpen}>
        去处理
      </Link>
    </li>
  );
}

/** Draws the latest handovers until they are dismissed or one is opened. */
export function HandedNotices({ handed }: { readonly handed: readonly Handed[] }) {
  const [until, setUntil] = useState(storedUntil);
  const shown = handed.filter(({ at }) => at > until).slice(0, SHOWN_MAX);
  const dismiss = () => {
    const latest = Math.max(...handed.map(({ at }) => at));
    sessionStorage.setItem(STORED_AS, String(latest));
    setUntil(latest);
  };
  return (
    <div role="status" aria-label="转给您的" className={styles.notices}>
      {shown.length > 0 && (
        <div className={styles.card}>
          <ul>
            {shown.map((one) => (
              <HandedNotice key={one.handoverId} handed={one} onOpen={dismiss} />
            ))}
          </ul>
          <button type="button" aria-label="知道了" title="知道了" onClick={dismiss}>
            <X aria-hidden="true" />
          </button>
        </div>
      )}
    </div>
  );
}
