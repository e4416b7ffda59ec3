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
/** The ids of dismissed notices, joined by spaces; they outlive a reload of this tab. */
const STORED_AS = "console.handed-dismissed";
/** A pulse has five notices at most; older ones are not asked for again. */
const STORED_MAX = 50;

const storedIds = (): readonly string[] => (sessionStorage.getItem(STORED_AS) ?? "").split(" ");

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

/** Draws the latest handovers; one that is opened goes away, and the cross dismisses all. */
export function HandedNotices({ handed }: { readonly handed: readonly Handed[] }) {
  const [dismissed, setDismissed] = useState(storedIds);
  const left = handed.filter(({ handoverId }) => !dismissed.includes(handoverId));
  const dismiss = (gone: readonly Handed[]) => {
    const ids = [...dismissed, ...gone.map(({ handoverId }) => handoverId)].slice(-STORED_MAX);
    sessionStorage.setItem(STORED_AS, ids.join(" "));
    setDismissed(ids);
  };
  return (
    <div role="status" aria-label="转给您的">
      {left.length > 0 && (
        <div className={styles.card}>
          <ul>
            {left.slice(0, SHOWN_MAX).map((one) => (
              <HandedNotice key={one.handoverId} handed={one} onOpen={() => dismiss([one])} />
            ))}
          </ul>
          <button type="button" aria-label="知道了" title="知道了" onClick={() => dismiss(left)}>
            <X aria-hidden="true" />
          </button>
        </div>
      )}
    </div>
  );
}
