/**
 * The frame of every page: side, top bar, the page itself, the prompt, toasts, shortcuts, and the
 * watch over the session.
 */
import { useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import type { Operator } from "../../api/operator.ts";
import type { Pulse } from "../../api/pulse.ts";
import { onKey } from "../keys.ts";
import { PageHead } from "../page-head.tsx";
import { PromptHost } from "../prompt/prompt-host.tsx";
import { Denied } from "../state.tsx";
import { Toasts } from "../toast.tsx";
import { HandedNotices } from "./handed-notices.tsx";
import { collectKeys } from "./keys-before-focus.ts";
import { type Counts, mayOpen, Nav } from "./nav.tsx";
import type { PageEntry } from "./page-entry.ts";
import { SessionWatch } from "./session-watch.tsx";
import styles from "./shell.module.css";
import { TopBar } from "./top-bar.tsx";

const SearchDialog = lazy(() => import("./search-dialog.tsx"));
const HelpDialog = lazy(() => import("./help-dialog.tsx"));

/** The inbox, where the operator may open it. */
const isInbox = (page: PageEntry): boolean => page.badge === "approvals" && mayOpen(page);

const CHORDS: Readonly<Record<string, string>> = {
  "g o": "/orders",
  "g r": "/refunds",
  "g d": "/desk",
  "g m": "/members",
  "g a": "/approvals",
};

export type ShellProps = {
  readonly operator: Operator;
  readonly pages: readonly PageEntry[];
  readonly page: PageEntry | undefined;
  readonly counts?: Counts;
  readonly alerts?: number;
  /** What colleagues handed to this operator. */
  readonly handed?: Pulse["handed"];
  readonly isHealthy?: boolean | undefined;
  readonly version: string;
  readonly onLogout: () => void;
  readonly children: ReactNode;
};

export function Shell(props: ShellProps) {
  const { operator, pages, page, counts = {}, alerts = 0, handed = [] } = props;
  const { isHealthy, version, onLogout } = props;
  const [dialog, setDialog] = useState<"search" | "help" | undefined>(undefined);
  const navigate = useNavigate();
  const close = useCallback(() => setDialog(undefined), []);
  const search = useCallback(() => {
    // A second press leaves the field of the open dialog alone.
    if (dialog === "search") return;
    collectKeys(close);
    setDialog("search");
  }, [dialog, close]);
  useEffect(() => {
    const chords = Object.entries(CHORDS)
      .filter(([, path]) => pages.some((one) => one.path === path && mayOpen(one)))
      .map(([keys, path]) => [keys, () => void navigate({ to: path })] as const);
    return onKey({
      ...Object.fromEntries(chords),
      search,
      "?": () => setDialog("help"),
    });
  }, [navigate, pages, search]);
  const isDenied = page !== undefined && !mayOpen(page);
  return (
    <div className={styles.shell} data-phones={page?.fitsPhones}>
      <div className={styles.side}>
        <Nav pages={pages} counts={counts} isHealthy={isHealthy} version={version} />
      </div>
      <div className={styles.top}>
        <TopBar
          parent={pages.find(({ path }) => page?.path.startsWith(`${path}/$`))}
          operator={operator}
          page={page}
          waiting={pages.some(isInbox) ? (counts.approvals ?? 0) : undefined}
          alerts={alerts}
          onSearch={search}
          onHelp={() => setDialog("help")}
          onLogout={onLogout}
        />
      </div>
      <p className={styles.tooNarrow}>请用电脑处理，审批可在手机上看。</p>
      <main className={styles.body}>
        <HandedNotices handed={handed} />
        {isDenied ? (
          <>
            <PageHead title={page.label} />
            <Denied title={page.label} permission={page.permissions?.join(" 或 ") ?? ""} />
          </>
        ) : (
          props.children
        )}
      </main>
      <PromptHost />
      <Toasts />
      <SessionWatch onEnd={onLogout} />
      <Suspense>
        {dialog === "search" && <SearchDialog pages={pages} onClose={close} />}
        {dialog === "help" && <HelpDialog onClose={close} />}
      </Suspense>
    </div>
  );
}
