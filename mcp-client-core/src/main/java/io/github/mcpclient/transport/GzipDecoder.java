package io.github.mcpclient.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decodes gzip as it comes, which the JDK's decoder cannot do without blocking. Does not
 * compare checksums.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc1952#page-5">RFC 1952, file format</a>
 */
final class GzipDecoder implements ContentDecoder {

	private static final int[] MAGIC = { 0x1f, 0x8b, 8 };

	private static final String NO_GZIP = "something else than the gzip it announced";

	private final Inflater inflater = new Inflater(true);

	private final byte[] decoded = new byte[8 * 1024];

	private Section section = Section.HEADER;

	/** How many bytes of the section have been seen. */
	private int count;

	private int flags;

	private int extraLength;

	@Override
	public void decode(ByteBuffer bytes, Sink sink) throws IOException {
		while (bytes.hasRemaining()) {
			if (this.section == Section.DATA) {
				inflate(bytes, sink);
			}
			else {
				frame(bytes.get() & 0xFF);
			}
		}
	}

	private void inflate(ByteBuffer bytes, Sink sink) throws IOException {
		this.inflater.setInput(bytes);
		try {
			int length = this.inflater.inflate(this.decoded);
			while (length > 0) {
				sink.accept(ByteBuffer.wrap(this.decoded, 0, length));
				length = this.inflater.inflate(this.decoded);
			}
		}
		catch (DataFormatException ex) {
			throw new UnreadableAnswerException(NO_GZIP);
		}
		if (this.inflater.finished()) {
			this.inflater.reset();
			enter(Section.TRAILER);
		}
	}

	private void frame(int next) throws UnreadableAnswerException {
		if (this.section == Section.HEADER && this.count < MAGIC.length && next != MAGIC[this.count]) {
			throw new UnreadableAnswerException(NO_GZIP);
		}
		this.count++;
		if (this.section == Section.HEADER && this.count == 4) {
			this.flags = next;
		}
		if (this.section == Section.EXTRA_LENGTH) {
			this.extraLength = (this.count == 1) ? next : this.extraLength + (next << 8);
		}
		boolean complete = switch (this.section) {
			case HEADER -> this.count == 10;
			case EXTRA_LENGTH, CHECKSUM -> this.count == 2;
			case EXTRA -> this.count == this.extraLength;
			case NAME, COMMENT -> next == 0;
			default -> this.count == 8;
		};
		if (complete) {
			enter((this.section == Section.TRAILER) ? Section.HEADER : this.section.following());
		}
	}

	private void enter(Section next) {
		this.count = 0;
		this.section = next;
		boolean absent = switch (next) {
			case EXTRA_LENGTH -> (this.flags & 4) == 0;
			case EXTRA -> (this.flags & 4) == 0 || this.extraLength == 0;
			case NAME -> (this.flags & 8) == 0;
			case COMMENT -> (this.flags & 16) == 0;
			case CHECKSUM -> (this.flags & 2) == 0;
			default -> false;
		};
		if (absent) {
			enter(next.following());
		}
	}

	private enum Section {

		HEADER, EXTRA_LENGTH, EXTRA, NAME, COMMENT, CHECKSUM, DATA, TRAILER;

		Section following() {
			return values()[ordinal() + 1];
		}

	}

}
