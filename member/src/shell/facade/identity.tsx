/**
 * Asks who the member is (D07): the ways to log in, and the agreements that must be ticked before
 * any of them runs.
 */
import { useId, useState } from "react";
import { wordsFor } from "../../device/failure.ts";
import { WhaleMark } from "../whale-mark.tsx";
import { TERMS_QUESTION } from "./defaults.ts";
import { DialogBox, DialogClose, DialogText } from "./dialog-box.tsx";
import styles from "./dialog-box.module.css";
import { confirm, notice } from "./facade.ts";
import ways from "./identity.module.css";
import type { IdentityAsk, IdentityButton } from "./looks.ts";

type Props = { ask: IdentityAsk; settle: (pressed?: string) => void };

function useWays({ terms }: IdentityAsk, settle: Props["settle"]) {
  const [isAgreed, setAgreed] = useState(terms.length === 0);
  const [busy, setBusy] = useState<string>();
  const isAllowed = async (): Promise<boolean> => {
    if (isAgreed) return true;
    const isYes = await confirm({ content: TERMS_QUESTION });
    if (isYes) setAgreed(true);
    return isYes;
  };
  const press = async ({ text, handler }: IdentityButton): Promise<void> => {
    if (busy !== undefined || !(await isAllowed())) return;
    setBusy(text);
    await Promise.resolve()
      .then(handler)
      .then(
        () => settle(text),
        (failure: unknown) => notice({ content: wordsFor(failure), type: "error" }),
      );
    setBusy(undefined);
  };
  return { isAgreed, setAgreed, busy, press };
}

export function Identity({ ask, settle }: Props) {
  const { logo, title, intro, buttons, terms } = ask;
  const { isAgreed, setAgreed, busy, press } = useWays(ask, settle);
  const picture = logo ? (
    <img className={ways.logo} src={logo} alt="" width={72} height={68} />
  ) : (
    <WhaleMark className={ways.logo} />
  );
  return (
    <DialogBox
      title={title}
      role="dialog"
      size="wide"
      isDescribed={intro !== ""}
      above={picture}
      onDismiss={() => settle()}
    >
      {intro !== "" && <DialogText look="intro">{intro}</DialogText>}
      <div className={styles.buttons} data-stacked="true">
        {buttons.map((button, place) => (
          <button
            key={button.text}
            type="button"
            className={styles.button}
            data-tone={button.color ?? (place === 0 ? "main" : "line")}
            style={button.width === undefined ? undefined : { width: button.width }}
            aria-busy={busy === button.text}
            onClick={() => void press(button)}
          >
            {button.icon && <Glyph {...button.icon} />}
            {busy === button.text ? "请稍候" : button.text}
          </button>
        ))}
      </div>
      {terms.length > 0 && <Terms terms={terms} isAgreed={isAgreed} onChange={setAgreed} />}
      <DialogClose onClose={() => settle()} />
    </DialogBox>
  );
}

const Glyph = ({ path, isFilled }: NonNullable<IdentityButton["icon"]>) => (
  <svg
    className={ways.glyph}
    data-filled={isFilled === true}
    viewBox="0 0 24 24"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
);

type TermsProps = {
  terms: IdentityAsk["terms"];
  isAgreed: boolean;
  onChange: (isAgreed: boolean) => void;
};

function Terms({ terms, isAgreed, onChange }: TermsProps) {
  const id = useId();
  const names = terms.map(({ name }) => name).join("");
  return (
    <div className={ways.terms}>
      <input
        id={id}
        className={ways.tick}
        type="checkbox"
        aria-label={`同意${names}`}
        checked={isAgreed}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <p>
        <label htmlFor={id}>同意</label>
        {terms.map(({ name, type, handler }) => (
          <button key={name} type="button" className={ways.term} onClick={() => void handler(type)}>
            {name}
          </button>
        ))}
      </p>
    </div>
  );
}
