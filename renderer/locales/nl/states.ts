export const states = {
  loading: 'Bezig met laden',
  retry: 'Opnieuw proberen',
  technical: 'Technische gegevens',
  requestId: 'Verzoeknummer',
  status: 'Status',
  asOf: 'Stand van {{time}}',
  stale: 'Niet bijgewerkt. Dit is de stand van {{time}}.',
  refresh: 'Vernieuwen',
  refreshing: 'Bezig met vernieuwen',
  failed: {
    unreachable: 'Tilldesk krijgt geen antwoord van zijn eigen dienst op deze pc.',
    platform: 'Het kassaplatform gaf geen bruikbaar antwoord. De fout ligt niet bij uw invoer.',
    internal:
      'Er ging binnen Tilldesk iets mis. Probeer het opnieuw; blijft het zo, geef dan het verzoeknummer door.',
    refused: 'Tilldesk kan deze vraag zo niet beantwoorden: {{message}}',
    signedOut: 'U bent afgemeld. Meld u opnieuw aan.',
  },
};
