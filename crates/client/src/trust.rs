//! The certificates that an encrypted connection trusts. They are the system's, so that its administrator decides and
//! updates come with it; a list compiled in would be as old as the program. A server with its own certificate is
//! trusted by naming that certificate: without the check, encryption protects against no active attacker.

use crate::Error;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    ClientConfig, DigitallySignedStruct, Error as TlsError, RootCertStore, SignatureScheme, version,
};

/// The settings of an encrypted connection.
#[derive(Clone)]
pub(crate) struct Trust(Arc<ClientConfig>);

impl fmt::Debug for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Trust")
    }
}

fn unusable(reason: impl fmt::Display) -> Error {
    Error::Trust(reason.to_string())
}

impl Trust {
    /// What the system trusts, and the certificates of a PEM file: authorities, or the server's own.
    pub(crate) fn load(own: Option<&Path>) -> Result<Trust, Error> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let named = own.map_or(Ok(Vec::new()), certificates)?;
        roots.add_parsable_certificates(named.iter().cloned());
        if roots.is_empty() {
            return Err(unusable("this system has no certificates to trust: name some with --trust FILE"));
        }
        let provider = Arc::new(ring::default_provider());
        let usual = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider.clone());
        let usual = usual.build().map_err(unusable)?;
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_protocol_versions(&[&version::TLS13, &version::TLS12])
            .map_err(unusable)?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(Named { named, usual }))
            .with_no_client_auth();
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Trust(Arc::new(config)))
    }

    pub(crate) fn config(&self) -> Arc<ClientConfig> {
        self.0.clone()
    }
}

/// The certificates of a PEM file.
fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, Error> {
    let wrong = |reason: &dyn fmt::Display| unusable(format!("{}: {reason}", path.display()));
    let text = std::fs::read(path).map_err(|error| wrong(&error))?;
    let list: Vec<_> =
        CertificateDer::pem_slice_iter(&text).collect::<Result<_, _>>().map_err(|error| wrong(&error))?;
    if list.is_empty() { Err(wrong(&"there is no certificate in it")) } else { Ok(list) }
}

/// The usual check, and exact equality with a named certificate: a self-signed certificate is mostly marked as an
/// authority's, and the usual check accepts no authority's certificate from a server.
#[derive(Debug)]
struct Named {
    named: Vec<CertificateDer<'static>>,
    usual: Arc<WebPkiServerVerifier>,
}

impl ServerCertVerifier for Named {
    fn verify_server_cert(
        &self,
        server: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, TlsError> {
        if self.named.iter().any(|named| named == server) {
            return Ok(ServerCertVerified::assertion());
        }
        self.usual.verify_server_cert(server, intermediates, name, ocsp, now)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        self.usual.verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        self.usual.verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.usual.supported_verify_schemes()
    }
}
