/** The code field at the bottom of the card wallet; the exchange page looks the code up. */
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dock } from "../../../components/dock.tsx";
import { normalizeTypedCode } from "../../../components/typed-code.ts";
import { navigateTo } from "../../../shell/navigate.ts";
import styles from "./coupons.module.css";

export function AddByCode() {
  const [typed, setTyped] = useState("");
  const code = normalizeTypedCode(typed);
  const refetchCoupons = () =>
    // The fragment is never sent to a server, so the code is not in a log.
    navigateTo(code === "" ? "/pages/exchange/manifest" : `/pages/exchange/manifest#code=${code}`);
  return (
    <Dock>
      <form
        className="row gap-3 grow"
        onSubmit={(event) => {
          event.preventDefault();
          void refetchCoupons();
        }}
      >
        <input
          className={styles.code}
          aria-label="兑换码"
          placeholder="输入兑换码，添加到卡包"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button appearance="soft" submit>
          添加
        </Button>
      </form>
    </Dock>
  );
}
