/** The chunk of the dialogs: which look draws what is open. A new look adds its case here. */
import { LazyPreview } from "../preview/lazy-preview.tsx";
import { Confirm } from "./confirm.tsx";
import { Form } from "./form.tsx";
import { Loading } from "./loading.tsx";
import { Login } from "./login.tsx";
import { Notice } from "./notice.tsx";
import { Prompt } from "./prompt.tsx";
import type { Open } from "./queue.ts";

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
      return <Prompt ask={open.ask} settle={open.settle} />;
    case "form":
      return <Form ask={open.ask} settle={open.settle} />;
    case "login":
      return <Login ask={open.ask} settle={open.settle} />;
    case "images":
      return <LazyPreview ask={open.ask} settle={open.settle} />;
  }
}
