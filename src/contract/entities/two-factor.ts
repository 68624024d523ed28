/** Two-factor authentication (spec 3, 5; contract, Passwords and Writes). */
import * as yup from 'yup'
import { exactly, id, time } from '../schema'
import { MESSAGE } from '../patterns'

export const CODE_FORM = 'Enter the six digits that the app shows'

/** Spaces are no part of a code: apps show it in two groups, and people copy what they see. */
export const codeDigits = (typed: string): string => typed.replace(/\s+/g, '')

const isBlank = (typed: unknown) => typeof typed !== 'string' || codeDigits(typed) === ''

/** A code as it is typed: required, six digits, spaces anywhere. */
export const twoFactorCode = () =>
  yup
    .string()
    .max(100, CODE_FORM)
    .defined(MESSAGE.codeRequired)
    .test('filled', MESSAGE.codeRequired, (typed) => !isBlank(typed))
    .test('digits', CODE_FORM, (typed) => isBlank(typed) || /^\d{6}$/.test(codeDigits(typed)))

/** The form of the two-factor modal. */
export const twoFactorFormSchema = exactly({ twoFAToken: twoFactorCode() })
export type TwoFactorForm = yup.InferType<typeof twoFactorFormSchema>

export const twoFactorUserSchema = exactly({ userId: id() })
export const twoFactorEnableSchema = exactly({ userId: id(), twoFAToken: twoFactorCode() })

/** What an app needs to make codes (spec 3, Two-factor). */
export const twoFactorSetupSchema = yup.object({
  /** A data URL of a PNG: it goes into an image as it is. */
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

/** The step-up before a sensitive act: the password, and a code where two-factor is on. */
export const stepUpSchema = exactly({
  password: yup.string().max(1000).required(MESSAGE.required),
  twoFAToken: yup.string().max(100).nullable().optional(),
})
export type StepUpForm = yup.InferType<typeof stepUpSchema>

/** The form of a step-up where two-factor is on: there a code is asked for too. */
export const stepUpFormSchema = exactly({
  password: yup.string().max(1000).required(MESSAGE.required),
  twoFAToken: twoFactorCode(),
})

export const stepUpReplySchema = yup.object({
  /** Until when sensitive acts are let through. */
  expires_at: time(),
})
