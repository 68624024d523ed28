/** Messages to staff after a successful write (spec section 8, Success toasts). */
export const SUCCESS_MESSAGE = {
  added: 'Successfully Added',
  updated: 'Successfully Updated',
  enabled: 'Successfully Enabled',
  disabled: 'Successfully Disabled',
  passwordReset: 'Reset Password successfully',
  twoFactorReset: 'Two-factor reset successfully',
  passwordChanged: 'Your password has been successfully changed.',
  shiftAccepted: 'Shift Accepted Successfully',
} as const
