/** The chunk of the dialogs that ask for more than a yes: a text, a form, who the member is. */
import { FormDialog } from "./form.tsx";
import { Identity } from "./identity.tsx";
import { Prompt } from "./prompt.tsx";
import type { Open } from "./queue.ts";

type Props = { open: Extract<Open, { look: "prompt" | "form" | "identity" }> };

export function Asking({ open }: Props) {
  switch (open.look) {
    case "prompt":
      return <Prompt ask={open.ask} settle={open.settle} />;
    case "form":
      return <FormDialog ask={open.ask} settle={open.settle} />;
    case "identity":
      return <Identity ask={open.ask} settle={open.settle} />;
  }
}
