/**
 * Renders the open dialogs and toasts; the only subscriber of the queue, inside the providers.
 * Dialogs load in their own chunk.
 */
import { Component, lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from "react";
import { registerHost, type OpenDialog, openDialogs, subscribe } from "./dialog-queue.ts";
import { Toast } from "./toast.tsx";
import toastStyles from "./toast.module.css";

const loadDialogs = () => import("./dialogs.tsx").then(({ Dialogs }) => ({ default: Dialogs }));
const Dialog = lazy(loadDialogs);

type ToastOpen = Extract<OpenDialog, { kind: "toast" }>;
type DialogOpen = Exclude<OpenDialog, ToastOpen>;
const isToast = (open: OpenDialog): open is ToastOpen => open.kind === "toast";
const isDialog = (open: OpenDialog): open is DialogOpen => open.kind !== "toast";

export function FacadeHost() {
  const all = useSyncExternalStore(subscribe, openDialogs);
  useEffect(registerHost, []);
  useEffect(prefetchDialogs, []);
  return (
    <>
      {all.filter(isDialog).map((open) => (
        <DialogErrorBoundary key={open.id} open={open}>
          <Suspense>
            <Dialog open={open} />
          </Suspense>
        </DialogErrorBoundary>
      ))}
      <div className={toastStyles.stack}>
        {all.filter(isToast).map((open) => (
          <Toast key={open.id} ask={open.request} settle={open.settle} />
        ))}
      </div>
    </>
  );
}

/** Loads the dialogs' chunk together with the host, before the first question needs it. */
function prefetchDialogs(): void {
  loadDialogs().catch(() => undefined);
}

/**
 * When the chunk does not load, the dialog cannot be rendered: it is answered as dismissed, so that
 * no caller waits forever.
 */
class DialogErrorBoundary extends Component<
  { open: DialogOpen; children: ReactNode },
  { isFailed: boolean }
> {
  override state = { isFailed: false };
  static getDerivedStateFromError = () => ({ isFailed: true });

  override componentDidCatch(): void {
    const { open } = this.props;
    if (open.kind === "confirm") open.settle(false);
    else open.settle(undefined);
  }

  override render() {
    return this.state.isFailed ? null : this.props.children;
  }
}
