export const signIn = {
  title: 'Aanmelden bij Tilldesk',
  account: 'Account',
  email: 'E-mailadres',
  password: 'Wachtwoord',
  remember: 'Aangemeld blijven',
  rememberWhere:
    'Het wachtwoord gaat in de sleutelbos van deze pc. Heeft die er geen, dan geldt dit tot u Tilldesk afsluit.',
  showPassword: 'Wachtwoord tonen of verbergen',
  submit: 'Aanmelden',
  demo: 'Demowinkel bekijken',
  demoHint: 'Een winkelketen met verzonnen artikelen en orders, op deze pc.',
  or: 'of',
  required: 'Vul dit in.',
  refused: 'Account, e-mailadres of wachtwoord klopt niet.',
  tooMany: 'Te vaak geprobeerd. Wacht een minuut en probeer het dan opnieuw.',
};
