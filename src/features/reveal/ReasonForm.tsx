/** The reason for which a person asks to see a secret. */
import { useEffect } from 'react'
import { yupResolver } from '@hookform/resolvers/yup'
import { useForm } from 'react-hook-form'
import * as yup from 'yup'
import { LENGTH } from '@contract/constants'
import { FREE_TEXT, MESSAGE } from '@contract/patterns'
import { readAs } from '@contract/typed'
import { Textarea } from '@design-system/components/Textarea/Textarea'

export interface ReasonFormProps {
  id: string
  /** A request is in flight. */
  busy: boolean
  /** Why the server refused the reason. */
  problem: string | null
  onChange: () => void
  /** @param reason as it is meant, without spaces at its ends */
  onSubmit: (reason: string) => void
}

const schema = yup.object({
  reason: yup
    .string()
    .transform((typed: string) => readAs('text', typed).trim())
    .required(MESSAGE.required)
    .matches(FREE_TEXT.pattern, FREE_TEXT.message),
})

/** Takes the focus, and again when the server has refused the reason. */
export function ReasonForm({ id, busy, problem, onChange, onSubmit }: ReasonFormProps) {
  const {
    register,
    handleSubmit,
    setFocus,
    formState: { errors },
  } = useForm({ defaultValues: { reason: '' }, resolver: yupResolver(schema) })
  useEffect(() => setFocus('reason'), [setFocus])
  useEffect(() => {
    if (problem !== null) setFocus('reason', { shouldSelect: true })
  }, [problem, setFocus])
  return (
    <form
      id={id}
      noValidate
      aria-label="Reason"
      onSubmit={(event) => void handleSubmit(({ reason }) => onSubmit(reason))(event)}
    >
      <Textarea
        label="Reason"
        hint="Stored in the audit log with your name"
        required
        readOnly={busy}
        error={errors.reason?.message ?? problem ?? undefined}
        {...register('reason', { onChange })}
        max={LENGTH.freeText.short}
      />
    </form>
  )
}
