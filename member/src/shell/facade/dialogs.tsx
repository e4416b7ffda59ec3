/** The chunk of the dialogs: which look draws what is open. A new look adds its case here. */
import { lazy, Suspense } from "react";
import { Confirm } from "./confirm.tsx";
import { Loading } from "./loading.tsx";
import { Notice } from "./notice.tsx";
import type { Open } from "./queue.ts";

// Dialogs with fields are rarer than the others and heavier, so they come in a chunk of their own.
const Asking = lazy(() =>
  import("./asking.tsx").then(({ Asking: asking }) => ({ default: asking })),
);

type Props = { open: Exclude<Open, { look: "toast" }> };

export function Dialogs({ open }: Props) {
  switch (open.look) {
    case "confirm":
      return <Confirm ask={open.ask} settle={open.settle} />;
    case "notice":
      return <Notice ask={open.ask} settle={open.settle} />;
    case "loading":
      return <Loading ask={open.ask} settle={open.settle} />;
    case "prompt":
    case "form":
    case "identity":
      return (
        <Suspense>
          <Asking open={open} />
        </Suspense>
      );
  }
}
