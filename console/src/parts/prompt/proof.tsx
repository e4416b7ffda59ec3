/** The code of the authenticator in a prompt or a form: asked for when the last proof is old. */
import { type ReactNode, useState } from "react";
import { hasCode } from "../../api/failure.ts";
import styles from "./prompt.module.css";
import { SixDigits } from "./six-digits.tsx";
import { hasStepUp, isProofFresh, proveAgain } from "./step-up.ts";

type ProofState = {
  /** False while a needed code lacks digits. */
  readonly isComplete: boolean;
  /** Sends a needed code; rejects with the refusal of a wrong one. */
  prove(): Promise<void>;
  /** Asks for the code after a refusal STEP_UP_NEEDED. */
  noteRefusal(refusal: unknown): void;
  /** The field of the code; nothing while none is needed. */
  box(isTried: boolean): ReactNode;
};

/** `isAsked`: the write needs a proof (`needsProof`), so that an old one is asked for at once. */
export function useProof(isAsked: boolean): ProofState {
  const [isNeeded, setNeeded] = useState(isAsked && hasStepUp() && !isProofFresh());
  const [code, setCode] = useState("");
  const isComplete = !isNeeded || code.length === 6;
  return {
    isComplete,
    prove: async () => {
      if (!isNeeded) return;
      await proveAgain(code);
      // A code holds once; the proof holds for the next minutes.
      setNeeded(false);
      setCode("");
    },
    noteRefusal: (refusal) => {
      if (hasCode(refusal, "STEP_UP_NEEDED") && hasStepUp()) setNeeded(true);
    },
    box: (isTried) =>
      isNeeded && (
        <div className={styles.proof}>
          <h3>二次验证</h3>
          <SixDigits value={code} onChange={setCode} isInvalid={isTried && !isComplete} />
          <p>验证器上的 6 位数字；5 分钟内不再询问</p>
        </div>
      ),
  };
}
