/** The login identity dialog (D07): no login method runs before the member agrees to the terms. */
import { useId, useRef, useState } from "react";
import { Link } from "../link.tsx";
import { WhaleMark } from "../whale-mark.tsx";
import { LOGIN_INTRO, LOGIN_TITLE, TERMS_QUESTION } from "./defaults.ts";
import { DialogBox } from "./dialog-box.tsx";
import boxStyles from "./dialog-box.module.css";
import { confirm, notice } from "./facade.ts";
import { messageOfThrown } from "./form-validation.ts";
import { pressLogin } from "./login-flow.ts";
import { LoginIcon } from "./login-icons.tsx";
import styles from "./login.module.css";
import type { LoginRequest, LoginButton, LoginTerm } from "./dialog-types.ts";

type LoginProps = { ask: LoginRequest; settle: (ran: string | undefined) => void };

const LOGIN_FAILED = "登录没有完成，请再试一次";

export function Login({ ask, settle }: LoginProps) {
  const { logo, title = LOGIN_TITLE, intro = LOGIN_INTRO, buttons, terms = [] } = ask;
  const [isAgreed, setIsAgreed] = useState(terms.length === 0);
  const { running, press } = usePress({ isAgreed, agree: () => setIsAgreed(true), settle });
  return (
    <DialogBox
      title={title}
      role="dialog"
      size="login"
      description={<p className="balance">{intro}</p>}
      above={
        logo === undefined ? (
          <WhaleMark className={styles.logo} />
        ) : (
          <img className={styles.logo} src={logo} alt="" />
        )
      }
      onDismiss={() => settle(undefined)}
    >
      <div className={styles.ways}>
        {buttons.map((button, place) => {
          const { text, icon, color = place === 0 ? "main" : "line", width = "full" } = button;
          const isRunning = running === text;
          return (
            <button
              key={text}
              type="button"
              className={boxStyles.button}
              data-tone={color}
              data-width={width}
              aria-busy={isRunning}
              aria-disabled={running !== undefined}
              onClick={() => void press(button)}
            >
              {icon !== undefined && !isRunning && (
                <LoginIcon icon={icon} className={styles.icon} />
              )}
              {isRunning ? "请稍候" : text}
            </button>
          );
        })}
      </div>
      {terms.length > 0 && <Terms terms={terms} isAgreed={isAgreed} onChange={setIsAgreed} />}
    </DialogBox>
  );
}

type Pressing = Pick<LoginProps, "settle"> & { isAgreed: boolean; agree: () => void };

function usePress({ isAgreed, agree, settle }: Pressing) {
  const [running, setRunning] = useState<string>();
  const inFlight = useRef(false);
  const press = (button: LoginButton): Promise<unknown> => {
    if (inFlight.current) return Promise.resolve();
    inFlight.current = true;
    const pressed = pressLogin(button, {
      isAgreed,
      ask: () => confirm({ content: TERMS_QUESTION }),
      agree,
      begin: () => setRunning(button.text),
    });
    return pressed
      .then(
        (hasRun) => hasRun && settle(button.text),
        (thrown: unknown) => {
          setRunning(undefined);
          return notice({ type: "error", content: messageOfThrown(thrown, LOGIN_FAILED) });
        },
      )
      .finally(() => {
        inFlight.current = false;
        setRunning(undefined);
      });
  };
  return { running, press };
}

type TermsProps = {
  terms: readonly LoginTerm[];
  isAgreed: boolean;
  onChange: (isAgreed: boolean) => void;
};

function Terms({ terms, isAgreed, onChange }: TermsProps) {
  const id = useId();
  const names = terms.map(({ name }) => name).join("");
  return (
    <div className="row wrap middle text-12">
      <label className={styles.agree}>
        <input
          id={id}
          type="checkbox"
          className={styles.box}
          checked={isAgreed}
          aria-label={`同意${names}`}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span className={styles.mark} aria-hidden="true">
          <svg viewBox="0 0 24 24">
            <path d="m5 12.500 4.700 4.700L19.500 7" />
          </svg>
        </span>
        同意
      </label>
      {terms.map((term) => (
        <Term key={term.name} term={term} />
      ))}
    </div>
  );
}

/** Opens its own handler, else a text of the terms page, which closes the dialog. */
function Term({ term }: { term: LoginTerm }) {
  const { name, type } = term;
  if (term.handler) {
    return (
      <button type="button" className={styles.term} onClick={() => void term.handler?.()}>
        {name}
      </button>
    );
  }
  const query = type === undefined ? "" : `?type=${encodeURIComponent(type)}`;
  return (
    <Link className={styles.term} to={`/pages/passport/terms${query}`}>
      {name}
    </Link>
  );
}
