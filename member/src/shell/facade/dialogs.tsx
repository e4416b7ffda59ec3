/**
 * The chunk of the dialogs: renders the component for each kind of dialog. A new kind adds its case
 * here.
 */
import { LazyPreview } from "../preview/lazy-preview.tsx";
import { Confirm } from "./confirm.tsx";
import { Form } from "./form.tsx";
import { Loading } from "./loading.tsx";
import { Login } from "./login.tsx";
import { Notice } from "./notice.tsx";
import { Prompt } from "./prompt.tsx";
import type { OpenDialog } from "./dialog-queue.ts";

type Props = { open: Exclude<OpenDialog, { kind: "toast" }> };

export function Dialogs({ open }: Props) {
  switch (open.kind) {
    case "confirm":
      return <Confirm ask={open.request} settle={open.settle} />;
    case "notice":
      return <Notice ask={open.request} settle={open.settle} />;
    case "loading":
      return <Loading ask={open.request} settle={open.settle} />;
    case "prompt":
      return <Prompt ask={open.request} settle={open.settle} />;
    case "form":
      return <Form ask={open.request} settle={open.settle} />;
    case "login":
      return <Login ask={open.request} settle={open.settle} />;
    case "images":
      return <LazyPreview ask={open.request} settle={open.settle} />;
  }
}
