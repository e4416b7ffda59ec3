/** Phone number and SMS code: the two fields and what may be typed into them. */
import type { ReactNode } from "react";
import { Field } from "./field.tsx";

const PHONE_LENGTH = 11;
const CODE_LENGTH = 6;
const CODE = /^\d{6}$/;

const digitsOf = (typed: string, most: number): string => typed.replace(/\D/g, "").slice(0, most);
export const phoneDigits = (typed: string): string => digitsOf(typed, PHONE_LENGTH);
export const codeDigits = (typed: string): string => digitsOf(typed, CODE_LENGTH);
export const isWholeCode = (code: string): boolean => CODE.test(code);

export type PhoneCodeErrors = { readonly phone?: string; readonly code?: string };

interface PhoneCodeProps {
  readonly phone: string;
  readonly typePhone: (typed: string) => void;
  readonly code: string;
  readonly typeCode: (typed: string) => void;
  readonly errors: PhoneCodeErrors;
  /** The labels are only for screen readers, because a title above already shows what is asked. */
  readonly areLabelsHidden?: boolean;
  /** The control that requests the code, at the end of its field. */
  readonly send: ReactNode;
}

export const PhoneCode = ({
  phone,
  typePhone,
  code,
  typeCode,
  errors,
  ...rest
}: PhoneCodeProps) => (
  <>
    <Field
      label="手机号"
      isLabelHidden={rest.areLabelsHidden}
      kind="tel"
      name="phone"
      autoComplete="tel-national"
      placeholder="请输入手机号"
      before="+86"
      value={phone}
      onInput={typePhone}
      error={errors.phone}
      canClear
    />
    <Field
      label="验证码"
      isLabelHidden={rest.areLabelsHidden}
      kind="digits"
      name="code"
      autoComplete="one-time-code"
      placeholder="请输入验证码"
      value={code}
      onInput={typeCode}
      error={errors.code}
      spaced={code !== ""}
      after={rest.send}
    />
  </>
);
