/** 「林知远正在看」: who else has the same thing open. */
import { Eye } from "lucide-react";
import { usePulse } from "../api/pulse.ts";
import { Notice } from "./panel.tsx";

/** `place` names what is open, such as `refund.RF…`. Nothing is drawn while no one else has it open. */
export function Presence(props: { readonly place: string }) {
  const others = usePulse(props.place)?.others ?? [];
  if (others.length === 0) return null;
  const names = others.map(({ name }) => name || "另一位同事").join("、");
  return (
    <Notice tone="sea" icon={<Eye aria-hidden="true" />}>
      {names}正在看
    </Notice>
  );
}
