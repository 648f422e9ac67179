export const signIn = {
  title: 'Aanmelden bij Tilldesk',
  account: 'Account',
  email: 'E-mailadres',
  password: 'Wachtwoord',
  remember: 'Aangemeld blijven',
  kept: 'Ook na afsluiten: deze pc bewaart het wachtwoord versleuteld.',
  notKept: 'Tot u Tilldesk afsluit: deze pc kan het wachtwoord niet veilig bewaren.',
  reason: {
    expired: 'Uw account, e-mailadres of wachtwoord geldt niet meer. Meld u opnieuw aan.',
    'restore-refused': 'De bewaarde aanmelding geldt niet meer. Meld u opnieuw aan.',
    'restore-failed':
      'De bewaarde aanmelding kon nu niet worden gebruikt. Meld u aan of start Tilldesk later opnieuw.',
  },
  showPassword: 'Wachtwoord tonen of verbergen',
  submit: 'Aanmelden',
  demo: 'Demowinkel bekijken',
  demoHint: 'Een winkelketen met verzonnen artikelen en orders, op deze pc.',
  or: 'of',
  required: 'Vul dit in.',
  refused: 'Account, e-mailadres of wachtwoord klopt niet.',
  tooMany: 'Te vaak geprobeerd. Wacht een minuut en probeer het dan opnieuw.',
};
