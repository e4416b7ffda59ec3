/** The member's picture; a tap replaces it with another one. */
import { useQueryClient } from "@tanstack/react-query";
import type { Me } from "@yunjing/contract/schemas/member";
import { type ChangeEvent, useState } from "react";
import { api, apiQuery } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { Icon } from "../../../components/icon.tsx";
import { camera } from "../../../components/page-icons.ts";
import { toast } from "../../../shell/facade/facade.ts";
import styles from "./avatar.module.css";
import { DefaultAvatar } from "./default-avatar.tsx";

/** If the picture fails to load (expired link, no network), the default avatar is shown. */
function Picture({ src }: { readonly src: string | undefined }) {
  const [missed, setMissed] = useState<string>();
  if (src === undefined || src === missed) return <DefaultAvatar />;
  return <img src={src} alt="" onError={() => setMissed(src)} />;
}

export function Avatar({ me }: { readonly me: Me }) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const change = async (chosen: File): Promise<void> => {
    setBusy(true);
    const { changeAvatar } = await import("./change-avatar.ts");
    await changeAvatar(chosen)
      .then(
        (changed) => {
          queries.setQueryData(apiQuery(api.member.me, {}).queryKey, changed);
          void toast("头像已更换", { kind: "done" });
        },
        (failure: unknown) => void toast(userMessageFor(failure)),
      )
      .finally(() => setBusy(false));
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    // Allows the same file to be chosen again after a failure.
    target.value = "";
    if (chosen) void change(chosen);
  };
  return (
    <label className={styles.avatar} data-busy={isBusy || undefined}>
      <span className={styles.face}>
        <Picture src={me.avatar} />
      </span>
      <input
        className="sr-only"
        type="file"
        accept="image/*"
        aria-label="更换头像"
        aria-busy={isBusy}
        disabled={isBusy}
        onChange={choose}
      />
      <span className={styles.badge}>
        <Icon of={camera} size={14} />
      </span>
    </label>
  );
}
