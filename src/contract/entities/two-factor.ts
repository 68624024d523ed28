/** Two-factor authentication (spec 3, 5; contract, Passwords and Writes). */
import * as yup from 'yup'
import { codeDigits, recoveryCodeOf } from '../codes'
import { TWO_FACTOR } from '../constants'
import { exactly, id, time } from '../schema'
import { MESSAGE } from '../patterns'

export const CODE_FORM = 'Enter the six digits that the app shows'

const isBlank = (typed: string) => codeDigits(typed) === ''

/** A code as it is typed: required, six digits, with spaces anywhere. */
export const twoFactorCode = () =>
  yup
    .string()
    .max(100, CODE_FORM)
    .defined(MESSAGE.codeRequired)
    .test({ message: MESSAGE.codeRequired, test: (typed) => !isBlank(typed) })
    .test({ message: CODE_FORM, test: (typed) => isBlank(typed) || /^\d{6}$/.test(codeDigits(typed)) })

export const RECOVERY_CODE_FORM = 'Enter one of your recovery codes, such as 3KQ7M-XW2PD'

/** A recovery code as it is typed: required. */
export const recoveryCode = () =>
  yup
    .string()
    .max(100, RECOVERY_CODE_FORM)
    .defined(MESSAGE.codeRequired)
    .test({ message: MESSAGE.codeRequired, test: (typed) => !isBlank(typed) })
    .test({ message: RECOVERY_CODE_FORM, test: (typed) => isBlank(typed) || recoveryCodeOf(typed) !== null })

/** The form of the two-factor modal. */
export const twoFactorFormSchema = exactly({ twoFAToken: twoFactorCode() })
export type TwoFactorForm = yup.InferType<typeof twoFactorFormSchema>

export const twoFactorUserSchema = exactly({ userId: id() })
export const twoFactorEnableSchema = exactly({ userId: id(), twoFAToken: twoFactorCode() })

/** The data that an app needs to create codes (spec 3, Two-factor). */
export const twoFactorSetupSchema = yup.object({
  /** A data URL of a PNG, which an image element can show directly. */
  qr_code_url: yup
    .string()
    .required()
    .matches(/^data:image\/png;base64,/),
  /** Base32, as it is typed into an app. */
  secret_code: yup
    .string()
    .required()
    .matches(/^[A-Z2-7]{16,}$/),
})
export type TwoFactorSetup = yup.InferType<typeof twoFactorSetupSchema>

/** The step-up before a sensitive action: the password, and a code or recovery code if two-factor is on. */
export const stepUpSchema = exactly({
  password: yup.string().max(1000).required(MESSAGE.required),
  twoFAToken: yup.string().max(100).nullable().optional(),
})
export type StepUpForm = yup.InferType<typeof stepUpSchema>

const stepUpPassword = () => yup.string().max(1000).required(MESSAGE.required)

/**
 * The forms of a step-up: with only the password if two-factor is off, otherwise with a code of the app or a recovery
 * code.
 */
export const STEP_UP_FORMS = {
  password: exactly({ password: stepUpPassword(), twoFAToken: yup.string().defined() }),
  app: exactly({ password: stepUpPassword(), twoFAToken: twoFactorCode() }),
  recovery: exactly({ password: stepUpPassword(), twoFAToken: recoveryCode() }),
} as const
export type StepUpFactor = keyof typeof STEP_UP_FORMS

/** The number of recovery codes that a person has left (screens.md, account menu). */
export const recoveryCodesSchema = yup.object({
  left: yup.number().integer().min(0).required(),
  /** When the codes were created; null if there are none. */
  created_at: time().nullable().defined(),
})
export type RecoveryCodes = yup.InferType<typeof recoveryCodesSchema>

/** Newly created recovery codes: the only response that contains them. */
export const newRecoveryCodesSchema = yup.object({
  codes: yup.array(recoveryCode()).length(TWO_FACTOR.recoveryCodes).required(),
})

export const stepUpReplySchema = yup.object({
  /** Until when sensitive actions are allowed. */
  expires_at: time(),
})
