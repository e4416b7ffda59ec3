/** The button that shows a pickup code on the whole screen; the screen itself loads when pressed. */
import { lazy, Suspense, useState } from "react";
import { Button } from "./button.tsx";

const Screen = lazy(() =>
  import("./full-screen-code-body.tsx").then((module) => ({ default: module.CodeScreen })),
);

interface FullScreenCodeProps {
  readonly code: string;
  /** The content of the QR code; the code itself by default. */
  readonly qr?: string | undefined;
}

export function FullScreenCode({ code, qr = code }: FullScreenCodeProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button appearance="soft" size={44} onPress={() => setOpen(true)}>
        全屏亮码
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <Screen code={code} qr={qr} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
