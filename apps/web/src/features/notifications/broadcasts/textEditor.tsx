import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor } from '@mantine/tiptap';
import { IconBraces, IconPhoto } from '@tabler/icons-react';
import Image from '@tiptap/extension-image';
import TextAlign from '@tiptap/extension-text-align';
import { Color, TextStyle } from '@tiptap/extension-text-style';
import type { Editor } from '@tiptap/react';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { variables } from '#endpoints/notifications/broadcasts.ts';
import type { RichText } from '@vitrine/contract/richText.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#platform/toast.ts';
import { uploadFile } from '#platform/upload.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import css from './broadcasts.module.css';
import type { EditorNode } from './editorText.ts';
import { addressOf, editorOfText, textOfEditor } from './editorText.ts';

/** A picture is a file of the unit; its address alone would be anybody's. */
const Picture = Image.extend({
  addAttributes() {
    return { ...this.parent?.(), file_id: { default: null } };
  },
  // Pictures that are pasted from elsewhere are not files of the unit.
  parseHTML: () => [],
});

const extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    heading: { levels: [2, 3] },
    link: { openOnClick: false, autolink: true, isAllowedUri: (address) => addressOf(address ?? '') !== null },
  }),
  TextStyle,
  Color,
  TextAlign.configure({ types: ['heading', 'paragraph'], alignments: ['left', 'center', 'right'] }),
  Picture,
];

/** Seen on light and on dark cards. */
const colours = ['#c2410c', '#b91c1c', '#be185d', '#7c3aed', '#2563eb', '#0e7490', '#15803d', '#a16207', '#64748b'];

function useLabels() {
  const { t } = useTranslation('broadcasts');
  return {
    boldControlLabel: t('bold'),
    italicControlLabel: t('italic'),
    underlineControlLabel: t('underline'),
    strikeControlLabel: t('strike'),
    h2ControlLabel: t('heading'),
    h3ControlLabel: t('subheading'),
    bulletListControlLabel: t('bullets'),
    orderedListControlLabel: t('numbers'),
    alignLeftControlLabel: t('align_left'),
    alignCenterControlLabel: t('align_center'),
    alignRightControlLabel: t('align_right'),
    linkControlLabel: t('link_mark'),
    linkEditorInputLabel: t('link_question'),
    linkEditorInputPlaceholder: 'https://…',
    linkEditorSave: t('link_save'),
    colorPickerControlLabel: t('colour'),
    colorPickerCancel: t('no_colour'),
    colorPickerClear: t('no_colour'),
    unsetColorControlLabel: t('no_colour'),
    undoControlLabel: t('undo'),
    redoControlLabel: t('redo'),
  };
}

/** What stands for something of the reader, put where the cursor is. */
function Variables({ editor }: { editor: Editor }) {
  const { t } = useTranslation('broadcasts');
  return (
    <MenuButton
      label={t('variables')}
      entries={variables.map((name) => ({
        label: t(`variable_${name}`),
        text: `{{${name}}}`,
        icon: <IconBraces size={16} />,
        run: () =>
          editor
            .chain()
            .focus()
            .insertContent({ type: 'text', text: `{{${name}}}` })
            .run(),
      }))}
      renderTarget={(props) => (
        <RichTextEditor.Control {...props} aria-label={t('variables')} title={t('variables')}>
          <IconBraces size={16} stroke={1.6} />
        </RichTextEditor.Control>
      )}
    />
  );
}

/** Sends a picture and puts it where the cursor is. */
async function insertPicture(editor: Editor, file: File): Promise<void> {
  try {
    const { id, address } = await uploadFile('notice_picture', file.name, file);
    const alt = file.name.replace(/\.[^.]*$/, '').slice(0, 200);
    editor
      .chain()
      .focus()
      .insertContent({ type: 'image', attrs: { file_id: id, src: address, alt } })
      .run();
  } catch (failure) {
    toast.failure(failure);
  }
}

function PictureControl({ editor }: { editor: Editor }) {
  const { t } = useTranslation('broadcasts');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <RichTextEditor.Control aria-label={t('picture_add')} title={t('picture_add')} onClick={() => input.current?.click()}>
        <IconPhoto size={16} stroke={1.6} />
      </RichTextEditor.Control>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={t('picture')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) void insertPicture(editor, file);
        }}
      />
    </>
  );
}

type Props = {
  label: string;
  value: RichText;
  pictures: Readonly<Record<string, string>>;
  onChange: (text: RichText) => void;
};

/** The editor, with no more than what an announcement may hold. */
export function TextEditor({ label, value, pictures, onChange }: Props) {
  const labels = useLabels();
  const given = useRef(JSON.stringify(value));
  const editor = useEditor({
    extensions,
    content: editorOfText(value, pictures),
    shouldRerenderOnTransaction: true,
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' } },
    onUpdate: ({ editor: changed }) => {
      const text = textOfEditor(changed.getJSON() as EditorNode);
      given.current = JSON.stringify(text);
      onChange(text);
    },
  });
  const wanted = JSON.stringify(value);
  // Discarded, or saved by somebody else.
  useEffect(() => {
    if (wanted === given.current) return;
    given.current = wanted;
    editor.commands.setContent(editorOfText(value, pictures));
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted]);
  return (
    <RichTextEditor
      editor={editor}
      labels={labels}
      className={css.editor ?? ''}
      onPaste={(event) => {
        const [picture] = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'));
        if (picture) void insertPicture(editor, picture);
      }}
    >
      <RichTextEditor.Toolbar>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Underline />
          <RichTextEditor.Strikethrough />
          <RichTextEditor.ColorPicker colors={colours} />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.H2 />
          <RichTextEditor.H3 />
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.AlignLeft />
          <RichTextEditor.AlignCenter />
          <RichTextEditor.AlignRight />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Link />
          <PictureControl editor={editor} />
          <Variables editor={editor} />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content />
    </RichTextEditor>
  );
}
