/**
 * The field for the phone that receives the pickup code: the member's own phone by default, or any
 * other.
 */
import { MOBILE } from "@yunjing/contract/phone";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { api, apiQuery } from "../../../api.ts";
import { tokenState } from "../../../device/token.ts";
import { Field } from "../../../components/field.tsx";
import { phone as phoneIcon } from "../../../components/page-icons.ts";
import { Bone } from "../../../components/skeleton.tsx";
import { ListRow, ListRows } from "../../../components/list-row.tsx";

/** "138 0000 6027". */
const phoneText = (digits: string): string =>
  [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)].filter(Boolean).join(" ");

/** The draft contains only the mask of the bound phone; the server has the number. */
export const isOwnPhone = (phone: string): boolean => phone.includes("*");
export const isPhoneValid = (phone: string): boolean => isOwnPhone(phone) || MOBILE.test(phone);

interface ContactFieldProps {
  readonly phone: string;
  readonly onPhone: (phone: string) => void;
  readonly error: string | undefined;
}

export function ContactField({ phone, onPhone, error }: ContactFieldProps) {
  const isMember = tokenState() === "valid";
  const { data: me, isLoading } = useQuery({
    ...apiQuery(api.member.me, {}),
    enabled: isMember,
    meta: { quiet: true },
  });
  const [isTyping, setTyping] = useState(false);
  const own = isMember ? me?.phone || undefined : undefined;
  const fill = useEffectEvent(() => {
    if (isOwnPhone(phone) && !isMember) onPhone("");
    if (own && !isTyping && (phone === "" || isOwnPhone(phone)) && phone !== own) onPhone(own);
  });
  useEffect(() => {
    fill();
  }, [own, isMember]);
  // If the row replaced the field while the member types, the input would be lost.
  if (isLoading && phone === "") return <Bone height={48} />;
  if (isOwnPhone(phone)) {
    return (
      <ListRows label="接收取餐码的手机号">
        <ListRow
          icon={phoneIcon}
          name={phone}
          note="本人手机号，出码后短信通知"
          actionText="换号码"
          onPress={() => {
            setTyping(true);
            onPhone("");
          }}
        />
      </ListRows>
    );
  }
  return (
    <Field
      label="手机号"
      isLabelHidden
      kind="tel"
      autoComplete="tel-national"
      placeholder="11 位手机号"
      value={phoneText(phone)}
      onInput={(typed) => onPhone(typed.replace(/\D/g, "").slice(0, 11))}
      hint={
        isPhoneValid(phone)
          ? `出码后短信通知，凭码或尾号 ${phone.slice(-4)} 取餐`
          : "出码后短信通知这个号码"
      }
      {...(error === undefined ? {} : { error })}
    />
  );
}
