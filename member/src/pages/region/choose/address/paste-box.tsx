/** 智能识别: fills in the address fields from a pasted text. The text is not stored. */
import { PASTED_MAX, type Recognised } from "@yunjing/contract/schemas/addresses";
import { useId, useRef, useState } from "react";
import { api } from "../../../../api.ts";
import { userMessageFor } from "../../../../device/failure.ts";
import { Button } from "../../../../components/button.tsx";
import { Icon } from "../../../../components/icon.tsx";
import { paste } from "../../../../components/icons.ts";
import styles from "./address.module.css";

type RecognitionResult = { readonly text: string; readonly isGood: boolean };

function recognitionResultOf({
  name,
  phone,
  regionCodes,
  isRegionWhole,
  detail,
}: Recognised): RecognitionResult {
  const missing = [
    name === undefined && "收货人",
    phone === undefined && "手机号",
    !isRegionWhole && "所在地区",
    detail === undefined && "详细地址",
  ].filter((each) => each !== false);
  if (missing.length === 4 && regionCodes.length === 0) {
    return { text: "没有识别到姓名、电话或地址", isGood: false };
  }
  if (missing.length > 0) return { text: `请补全${missing.join("、")}`, isGood: false };
  return { text: "已识别，请核对后保存", isGood: true };
}

export function PasteBox({ onFound }: { readonly onFound: (found: Recognised) => void }) {
  const id = useId();
  const [text, setText] = useState("");
  const [result, setResult] = useState<RecognitionResult>();
  const newest = useRef(0);
  const read = async (pasted: string): Promise<void> => {
    const turn = (newest.current += 1);
    const plain = pasted.trim().slice(0, PASTED_MAX);
    if (plain === "") return setResult({ text: "先粘贴或输入一段文字", isGood: false });
    await api.addresses.recognise({ text: plain }).then(
      (found) => {
        // Of two requests only the result of the later one is used.
        if (turn !== newest.current) return;
        setResult(recognitionResultOf(found));
        onFound(found);
      },
      (failure: unknown) => setResult({ text: userMessageFor(failure), isGood: false }),
    );
  };
  return (
    <div className={styles.paste}>
      <label className={styles.pasteTitle} htmlFor={id}>
        <Icon of={paste} size={18} />
        智能识别
      </label>
      <textarea
        id={id}
        className={styles.pasteText}
        rows={2}
        maxLength={PASTED_MAX}
        value={text}
        placeholder="粘贴含姓名、手机号和地址的整段文字"
        onChange={(event) => setText(event.currentTarget.value)}
        onPaste={(event) => {
          // Text pasted into an empty field is complete, so it is recognised at once.
          if (text === "") void read(event.clipboardData.getData("text/plain"));
        }}
      />
      <div className="row between gap-3">
        <p className={styles.said} role="status" data-good={result?.isGood ? "" : undefined}>
          {result?.text}
        </p>
        <Button appearance="line" size={32} busyText="识别中" onPress={() => read(text)}>
          识别
        </Button>
      </div>
    </div>
  );
}
