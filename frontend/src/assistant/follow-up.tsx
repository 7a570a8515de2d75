import { MessageCircleReply } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { QuestionBox } from './question-box.tsx';

/** Asks another question with the scope and the context of an answer. */
export function FollowUp({ isBusy, onAsk }: { isBusy: boolean; onAsk: (question: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [isFresh, setFresh] = useState(false);

  return (
    <div className="border-line border-t px-4 py-3 print:hidden">
      {isOpen ? (
        <QuestionBox
          ref={(field) => {
            if (field === null || !isFresh) return;
            field.focus();
            setFresh(false);
          }}
          label="Follow-up question"
          placeholder="Ask a follow-up question"
          value={text}
          onChange={setText}
          rows={1}
          onStop={null}
          onAsk={(question) => {
            if (isBusy) return;
            setText('');
            setOpen(false);
            onAsk(question);
          }}
        />
      ) : (
        <Button
          onClick={() => {
            setOpen(true);
            setFresh(true);
          }}
        >
          <MessageCircleReply aria-hidden="true" className="size-4" />
          Follow up
        </Button>
      )}
    </div>
  );
}
