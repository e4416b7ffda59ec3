/** What the sandbox shows: the ribbon, until it is closed, and the sides of a wide screen. */
import { useLayoutEffect, useState } from "react";
import { attempt } from "../device/attempt.ts";
import { RibbonBar } from "./ribbon-bar.tsx";
import { Sides } from "./sides.tsx";
import { useMessages, useWho, useWideSides } from "./use-sandbox.ts";

/** For this tab: a new one shows the ribbon again. */
const CLOSED_KEY = "sandbox-ribbon-closed";

export function Sandbox() {
  const [isClosed, setClosed] = useState(
    () => attempt(() => sessionStorage.getItem(CLOSED_KEY)) === "yes",
  );
  const close = () => {
    attempt(() => sessionStorage.setItem(CLOSED_KEY, "yes"));
    setClosed(true);
  };
  if (isClosed) return null;
  return <Shown onClose={close} />;
}

function Shown({ onClose }: { readonly onClose: () => void }) {
  const messages = useMessages();
  const who = useWho();
  const isWide = useWideSides();
  // Takes the place that the head has reserved (head.html), in the same frame.
  useLayoutEffect(() => {
    const root = document.documentElement.dataset;
    root["sandbox"] = "shown";
    return () => {
      delete root["sandbox"];
    };
  }, []);
  return (
    <>
      <RibbonBar who={who} messages={messages} onClose={onClose} />
      {isWide && <Sides messages={messages} />}
    </>
  );
}
