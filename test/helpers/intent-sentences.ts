/** What users say for three intents of a shop: the examples that tests learn a classifier from. */
export const SENTENCES = {
  CANCEL: [
    'cancel my order',
    'I want to cancel the order',
    'please cancel order 4711',
    'stop my order',
    'can you cancel what I ordered',
    'I do not want my order any more',
    'the order has to be cancelled',
    'cancel it, I ordered by mistake',
  ],
  REFUND: [
    'give me my money back',
    'I want a refund',
    'refund me the money I paid',
    'when do I get my refund',
    'please pay me back',
    'my money should be returned',
    'I was charged twice, refund one payment',
    'send the payment back to me',
  ],
  TRACK: [
    'where is my parcel',
    'track the parcel',
    'when will my parcel arrive',
    'has the delivery been sent',
    'what is the tracking number of my delivery',
    'my delivery has not arrived',
    'is the parcel on its way',
    'delivery status please',
  ],
};
